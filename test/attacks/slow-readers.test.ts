import { expect, test } from 'vitest'
import { startAttackedService } from '../support/attacks/attacked-service.ts'
import { openConnections, requestHead } from '../support/attacks/connections.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { scale } from '../support/attacks/scale.ts'

test('clients that never read a large list leave connections to the others', async () => {
  await using service = await startAttackedService({ items: scale({ short: 60_000, full: 120_000 }) })
  const request = requestHead('GET', '/api/input/item/', { Authorization: service.authorization() })
  const report = await service.measure(() =>
    openConnections(service.url, scale({ short: 20, full: 100 }), { bytes: request }),
  )
  expectUnaffected('slow readers of a list', report)
  expect(service.server.child.exitCode).toBeNull()
})
