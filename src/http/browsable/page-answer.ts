/** A page as an answer, with what browsers may do on it. */
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
    // Its forms hold a token; compressed together with the rest, the length of a page would tell of it.
    confidential: true,
  }
}
