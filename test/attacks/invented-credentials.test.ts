/** Hundreds of connections with invented sessions, keys and passwords. */
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { type AttackedService, startAttackedService } from '../support/attacks/attacked-service.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { scale } from '../support/scale.ts'

const connections = scale({ short: 100, full: 300 })
/** Pause between requests of a connection, in milliseconds: the attacker shares its processors with the service. */
const pauseMs = 20

let service: AttackedService

beforeAll(async () => {
  service = await startAttackedService()
})
afterAll(() => service[Symbol.asyncDispose]())

/** Passwords come last: what is learnt about the address of a guesser stays with the service. */
const kinds: readonly (readonly [
  name: string,
  headers: (turn: number) => Readonly<Record<string, string>>,
  refusals: readonly number[],
])[] = [
  ['session cookies', (turn) => ({ cookie: `sessionid=${String(turn).padStart(43, 'x')}` }), [401]],
  ['API keys', (turn) => ({ authorization: `Bearer plk_${String(turn).padStart(43, 'x')}` }), [401]],
  [
    'passwords',
    (turn) => ({ authorization: encodeBasic({ name: `name ${turn}`, password: 'company2026' }) }),
    [401, 429, 503],
  ],
]

test.each(kinds)(
  `${connections} connections with invented %s leave the service to the others`,
  { timeout: scale({ short: 60_000, full: 120_000 }) },
  async (name, headersOf, refusals) => {
    const statuses = new Set<number>()
    const report = await service.measure((signal) =>
      Promise.resolve(attack(service, signal, headersOf, statuses)),
    )
    expectUnaffected(`${connections} connections with invented ${name}`, report)
    expect(statuses.size).toBeGreaterThan(0)
    expect([...statuses].filter((status) => !refusals.includes(status))).toEqual([])
  },
)

/** Sends requests repeatedly over all connections. */
function attack(
  { url }: AttackedService,
  signal: AbortSignal,
  headersOf: (turn: number) => Readonly<Record<string, string>>,
  statuses: Set<number>,
): AsyncDisposable {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let turn = 0
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      turn += 1
      const path = '/api/input/item/?limit=20'
      const sent = request({ hostname, port, path, agent, headers: headersOf(turn) }, (response) => {
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
        response.resume()
      })
      sent.on('error', reject)
      sent.end()
    })
  const running = Array.from({ length: connections }, async () => {
    while (!signal.aborted) {
      statuses.add(await ask())
      await delay(pauseMs)
    }
  })
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(running)
      agent.destroy()
    },
  }
}
