/** Tests which pages may make a browser send a GET with effects; `server.test.ts` tests changes. */
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createCorsPolicy } from './cors.ts'
import { rejectForeignLink } from './cross-site.ts'

const portal = 'https://portal.example'

/** Returns whether a GET with effects is accepted. */
function accepted(headers: IncomingHttpHeaders, origins: readonly string[] = []): boolean {
  try {
    rejectForeignLink(headers, createCorsPolicy(origins))
    return true
  } catch {
    return false
  }
}

describe('a GET with effects', () => {
  it('is refused if a link of another site made the browser send it', () => {
    for (const site of ['cross-site', 'same-site'])
      expect([site, accepted({ 'sec-fetch-site': site }, ['*', portal])]).toEqual([site, false])
    for (const site of ['same-origin', 'none'])
      expect([site, accepted({ 'sec-fetch-site': site })]).toEqual([site, true])
    expect(accepted({})).toBe(true)
  })

  it('is accepted from pages of the origins of CORS_ORIGINS', () => {
    const headers = { origin: portal, 'sec-fetch-site': 'cross-site' }
    expect([accepted(headers), accepted(headers, ['*']), accepted(headers, [portal])]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is accepted with a token, which browsers never send with a link', () => {
    expect(accepted({ authorization: 'Bearer abc', 'sec-fetch-site': 'cross-site' })).toBe(true)
    expect(accepted({ authorization: 'Basic abc', 'sec-fetch-site': 'cross-site' })).toBe(false)
  })
})
