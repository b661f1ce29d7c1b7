import { expect, test } from 'vitest'
import { startTestServer } from '../../test/support/server.ts'

const headers = { 'x-forwarded-for': '203.0.113.5' }

test('X-Forwarded-For from an untrusted address is warned of once, from a trusted one never', async () => {
  for (const [proxies, lines] of [
    ['[]', 1],
    ['["127.0.0.1"]', 0],
  ] as const) {
    await using server = await startTestServer({ settings: { TRUST_PROXY: proxies } })
    await server.request('GET', '/livez')
    for (let count = 0; count < 3; count += 1) await server.request('GET', '/api/me/', { headers })
    const warned = server.log.filter((line) => line.includes('X-Forwarded-For'))
    expect(warned).toHaveLength(lines)
    expect(warned.every((line) => line.includes('"address":"127.0.0.1"'))).toBe(true)
  }
})
