/** The number with which the service allows this page, and no other, to add styles (see src/http/web/pages.ts). */

const given = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

/** Empty where no policy is sent, as in development. */
export const styleNonce: string = given?.nonce ?? ''
