/** Starts the interactive page. A file of its own, since the page allows no scripts within it. */
const { SwaggerUIBundle } = globalThis
/** Address of this file: the paths of the service may have a prefix. */
const script = document.currentScript.src

const csrfToken = () => /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1]

SwaggerUIBundle({
  // Without the credentials that an address may hold.
  url: new URL(new URL('../../openapi.json', script).pathname, location.origin).href,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  // The service asks for nothing that the page would have to fetch from elsewhere.
  validatorUrl: null,
  requestInterceptor: (request) => {
    const token = csrfToken()
    if (token !== undefined) request.headers['X-CSRFToken'] = token
    return request
  },
})
