/**
 * Name of the cookie with the color scheme; with it the service sends a page in the right color before any script
 * runs.
 */
export const schemeCookie = 'scheme'
