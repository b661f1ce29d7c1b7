/** Converts a page to a response with security headers. */
import type { Answer } from '../answer.ts'
import { createSecurityHeaders } from '../security-headers.ts'

export function pageAnswer(status: number, text: string, frameAncestors = "'none'"): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...createSecurityHeaders(frameAncestors).page,
    },
    body: text,
    // The forms contain a token; if they were compressed together with the rest, the length of the page would reveal
    // the token.
    uncompressed: true,
  }
}
