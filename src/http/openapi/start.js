/** Starts the interactive page. It is a separate file, because the page does not allow inline scripts. */
const { SwaggerUIBundle } = globalThis
/** URL of this file, from which the prefix of all paths is derived. */
const script = document.currentScript.src

const csrfToken = () => /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1]

SwaggerUIBundle({
  // Removes credentials from the URL.
  url: new URL(new URL('../../openapi.json', script).pathname, location.origin).href,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  // The page must not load anything from other servers.
  validatorUrl: null,
  requestInterceptor: (request) => {
    const token = csrfToken()
    if (token !== undefined) request.headers['X-CSRFToken'] = token
    return request
  },
})
