/** Tests which calls share one read. */
import { expect, it } from 'vitest'
import { shareReads } from './shared-reads.ts'

/** Returns shared reads that end one by one, when the test says so. */
function controlledReads() {
  const started: PromiseWithResolvers<number>[] = []
  const reads = shareReads(() => {
    const next = Promise.withResolvers<number>()
    started.push(next)
    return next.promise
  })
  return { started, reads }
}

it('starts one read for all calls that arrive during a read, after that read', async () => {
  const { started, reads } = controlledReads()
  const first = reads.read()
  const [second, third] = [reads.read(), reads.read()]
  expect(started).toHaveLength(1)
  started[0]!.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => started.length).toBe(2)
  started[1]!.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  expect(started).toHaveLength(2)
})

it('runs the next read although the one before it has failed', async () => {
  const { started, reads } = controlledReads()
  const first = reads.read()
  const second = reads.read()
  started[0]!.reject(new Error('The connection broke.'))
  await expect(first).rejects.toThrow('The connection broke.')
  await expect.poll(() => started.length).toBe(2)
  started[1]!.resolve(2)
  expect(await second).toBe(2)
})

it('is settled at once without a read, and otherwise when no read is running', async () => {
  const { started, reads } = controlledReads()
  await reads.settled()
  const first = reads.read()
  const settled = reads.settled()
  started[0]!.reject(new Error('The connection broke.'))
  await expect(first).rejects.toThrow('The connection broke.')
  await settled
})
