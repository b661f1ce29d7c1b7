/** Which page of the web UI stands at a URL, for the development server; the service has its own routes. */

/** `index`, `login`, or nothing where no page stands. */
export function pageOf(url: string): 'index' | 'login' | undefined {
  const path = url.replace(/[?#].*$/, '')
  if (path === '/' || path === '/app' || path.startsWith('/app/')) return 'index'
  if (/^\/(?:login|setup)\/?$/.test(path) || path.startsWith('/reset/')) return 'login'
  return undefined
}
