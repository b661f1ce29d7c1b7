/** Keeps light or dark, for the service to send a page that has the right colour before any script runs. */
export const schemeCookie = 'scheme'
