import { expect, test } from 'vitest'
import { createStreamPermits } from './stream-permits.ts'

const options = { total: 3, perOwner: 2, waitMs: 60_000, waitingPerOwner: 1 }

test('an owner gets its share, others the rest', () => {
  const permits = createStreamPermits(options)
  const first = permits.tryTake('ann')
  expect(permits.tryTake('ann')).toBeDefined()
  expect(permits.tryTake('ann')).toBeUndefined()
  expect(permits.tryTake('bob')).toBeDefined()
  expect(permits.tryTake('bob')).toBeUndefined()
  first?.()
  first?.()
  expect(permits.tryTake('bob')).toBeDefined()
  expect(permits.tryTake('cem')).toBeUndefined()
})

test('who waits gets the next permit that is allowed, whoever began to wait before', async () => {
  const permits = createStreamPermits(options)
  const [first, second] = [permits.tryTake('ann'), permits.tryTake('ann'), permits.tryTake('bob')]
  const order: string[] = []
  const ann = permits.take('ann').then(() => order.push('ann'))
  const bob = permits.take('bob').then(() => order.push('bob'))
  await expect(permits.take('ann')).rejects.toMatchObject({ code: 'overloaded' })
  first?.()
  await ann
  second?.()
  await bob
  expect(order).toEqual(['ann', 'bob'])
})

test('waiting ends with the request, or after a time', async () => {
  const permits = createStreamPermits({ ...options, waitMs: 5 })
  permits.tryTake('ann')
  permits.tryTake('ann')
  await expect(permits.take('ann')).rejects.toMatchObject({ code: 'overloaded' })
  const gone = new AbortController()
  const waiting = permits.take('ann', gone.signal)
  gone.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'canceled' })
  await expect(permits.take('ann', gone.signal)).rejects.toMatchObject({ code: 'canceled' })
})
