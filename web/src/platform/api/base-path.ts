/** The path prefix of the service, as stated by the page. The router and the API client use paths without it. */

/** Path prefix; empty, or with a leading slash and without a trailing one. */
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['base'] ?? '')

/** Returns the address of a path of the service, such as `/app/` or `/api/docs/`. */
export const addressOfPath = (path: string): string => basePath + path

/**
 * Returns the name under which this browser keeps something of this service; several services under one host share its
 * storage, locks and channels.
 */
export const nameHere = (name: string): string => basePath + name

/** Returns a path of this site without the prefix. */
export const pathWithin = (address: string): string =>
  basePath !== '' && address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : address
