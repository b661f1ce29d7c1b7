import { expect, test } from 'vitest'
import { startAttackedService } from '../support/attacks/attacked-service.ts'
import { openConnections, requestHead } from '../support/attacks/connections.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { scale } from '../support/scale.ts'

/** Formats of lists, which are rendered and sent in different ways; all of them in the full form. */
const formats = scale({ short: ['json'], full: ['json', 'ndjson', 'csv', 'xlsx'] })

test('clients that never read a large list leave connections to the others', async () => {
  await using service = await startAttackedService({ items: scale({ short: 60_000, full: 120_000 }) })
  const headers = { Authorization: service.authorization() }
  const request = (index: number): string =>
    requestHead('GET', `/api/input/item/?format=${formats[index % formats.length]}`, headers)
  const report = await service.measure(() =>
    openConnections(service.url, scale({ short: 20, full: 100 }), { bytes: request }),
  )
  expectUnaffected('slow readers of a list', report)
  expect(service.server.child.exitCode).toBeNull()
})
