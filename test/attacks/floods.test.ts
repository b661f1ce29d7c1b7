import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Attack,
  type AttackedService,
  startAttackedService,
} from '../support/attacks/attacked-service.ts'
import { openConnections, requestHead } from '../support/attacks/connections.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { scale } from '../support/scale.ts'

let service: AttackedService

beforeAll(async () => {
  service = await startAttackedService()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

/** Number of clients of an attack; in the short form several attacks run at the same time. */
const clients = scale({ short: 5, full: 100 })

/** Sends the same bytes over many connections; the responses are read or not. */
const sent =
  (bytes: () => string, options: { readonly reads: boolean }): Attack =>
  () =>
    openConnections(service.url, clients, { bytes: bytes(), ...options })

/** Returns the given number of requests, to be sent on one connection without waiting for responses. */
const pipelined = (head: string, count: number): string => head.repeat(count)

const authorized = (): Readonly<Record<string, string>> => ({ Authorization: service.authorization() })

const attacks: readonly (readonly [name: string, attack: Attack])[] = [
  [
    'headers beyond the limit',
    sent(
      () => `GET / HTTP/1.1\r\nHost: x\r\n${'X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5_000)}`,
      {
        reads: true,
      },
    ),
  ],
  [
    'one header without end',
    sent(() => `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(200_000)}`, { reads: true }),
  ],
  [
    'headers that take long to read',
    sent(
      () =>
        [
          ['Accept-Language', 'a-'.repeat(30_000)],
          ['Accept', '"\\'.repeat(30_000)],
          ['Content-Type', `multipart/form-data; boundary="${'\\"'.repeat(29_000)}`],
          ['Cookie', '='.repeat(60_000)],
        ]
          .map(([name = '', value = '']) => requestHead('GET', '/api/me/', { [name]: value }))
          .join(''),
      { reads: true },
    ),
  ],
  [
    'requests in a row whose answers are read',
    sent(() => pipelined(requestHead('GET', '/api/input/item/?limit=20', authorized()), 20), { reads: true }),
  ],
  [
    'requests in a row whose answers are not read',
    sent(() => pipelined(requestHead('GET', '/api/input/item/?limit=100', authorized()), 50), {
      reads: false,
    }),
  ],
  [
    'a large document that is never read',
    sent(() => pipelined(requestHead('GET', '/openapi.json', authorized()), 5), { reads: false }),
  ],
  [
    'HEAD in a row',
    sent(() => pipelined(requestHead('HEAD', '/api/input/item/', authorized()), 20), { reads: true }),
  ],
  [
    'OPTIONS in a row',
    sent(() => pipelined(requestHead('OPTIONS', '/api/input/item/'), 50), { reads: true }),
  ],
  [
    'requests to become a websocket',
    sent(
      () =>
        requestHead('GET', '/', {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        }),
      { reads: true },
    ),
  ],
  [
    'many cookies that are no sessions',
    sent(
      () =>
        Array.from({ length: 20 }, (_, index) =>
          requestHead('GET', '/api/me/', {
            Cookie: `sessionid=${'x'.repeat(43)}${index}; csrftoken=${index}`,
          }),
        ).join(''),
      { reads: true },
    ),
  ],
  [
    'ranges of a file that overlap',
    sent(
      () =>
        pipelined(
          requestHead('GET', '/execute/downloadfromfolder/1/x.csv/', {
            ...authorized(),
            Range: `bytes=${Array.from({ length: 1_000 }, (_, index) => `${index}-`).join(',')}`,
          }),
          10,
        ),
      { reads: true },
    ),
  ],
]

/** Number of attacks that run at the same time. */
const together = scale({ short: 4, full: 1 })
const groups = attacks.flatMap((_, index) =>
  index % together === 0 ? [{ members: attacks.slice(index, index + together) }] : [],
)

test.each(groups.map(({ members }) => [members.map(([name]) => name).join('; '), members] as const))(
  '%s',
  { timeout: scale({ short: 60_000, full: 120_000 }) },
  async (names, members) => {
    const report = await service.measure(async (signal) => {
      const running = new AsyncDisposableStack()
      for (const [, attack] of members) running.use(await attack(signal))
      return running
    })
    expectUnaffected(names, report)
    expect(service.server.child.exitCode).toBeNull()
  },
)
