/** The prefix of all paths of the service, as the page says it; the router and the client know paths without it. */

/** Empty without a prefix; otherwise it begins with a slash and ends without one. */
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['base'] ?? '')

/** Address of a path of the service, such as `/app/` or `/api/docs/`. */
export const addressOfPath = (path: string): string => basePath + path

/** The path within the service of a path of this site. */
export const pathWithin = (address: string): string =>
  basePath !== '' && address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : address
