/** The nonce with which the content security policy allows this page to add styles (see src/http/web/pages.ts). */

const given = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

/** Empty if no policy is sent, as in development. */
export const styleNonce: string = given?.nonce ?? ''
