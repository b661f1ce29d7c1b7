/** Security headers that restrict how browsers use responses. */

export interface SecurityHeaders {
  /** For data: nothing may be loaded, run or framed. */
  readonly data: Readonly<Record<string, string>>
  /** For pages of the service: own styles and images, no scripts. */
  readonly page: Readonly<Record<string, string>>
  /** For pages that run own scripts. */
  readonly application: Readonly<Record<string, string>>
  /** For pages of the web UI, which also insert style elements: those with the nonce are allowed. */
  readonly screens: (nonce: string) => Readonly<Record<string, string>>
}

/** Creates the headers; `frameAncestors` is a CSP source list such as `'none'` or `https://intranet.example`. */
export function createSecurityHeaders(frameAncestors: string): SecurityHeaders {
  const shared = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  const policy = (...rules: readonly string[]): Readonly<Record<string, string>> => ({
    ...shared,
    'content-security-policy': ["default-src 'none'", ...rules, `frame-ancestors ${frameAncestors}`].join(
      '; ',
    ),
  })
  return {
    data: policy(),
    page: policy("style-src 'self'", "img-src 'self' data:", "form-action 'self'", "base-uri 'none'"),
    application: policy(
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
    ),
    screens: (nonce) =>
      policy(
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
      ),
  }
}
