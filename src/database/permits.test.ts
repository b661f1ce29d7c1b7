import { expect, test } from 'vitest'
import { createPermits } from './permits.ts'

const options = { total: 3, perOwner: 2, waitMs: 60_000, waitingPerOwner: 1 }

test('an owner gets its share, others the rest', () => {
  const permits = createPermits(options)
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
  const permits = createPermits(options)
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

test('who holds fewest is next, however many others wait before', async () => {
  const permits = createPermits({ total: 5, perOwner: 5, waitMs: 60_000, waitingPerOwner: 100 })
  const held = Array.from({ length: 5 }, () => permits.tryTake('ann'))
  const order: string[] = []
  const wait = (owner: string): Promise<unknown> => permits.take(owner).then(() => order.push(owner))
  const ann = Array.from({ length: 3 }, () => wait('ann'))
  const others = ['bob', 'bob', 'cem'].map((owner) => wait(owner))
  held[0]?.()
  held[1]?.()
  held[2]?.()
  await Promise.all(others)
  expect(order).toEqual(['bob', 'cem', 'bob'])
  held[3]?.()
  await ann[0]
})

test('waiting ends with the request, or after a time', async () => {
  const permits = createPermits({ ...options, waitMs: 5 })
  permits.tryTake('ann')
  permits.tryTake('ann')
  await expect(permits.take('ann')).rejects.toMatchObject({ code: 'overloaded' })
  const gone = new AbortController()
  const waiting = permits.take('ann', gone.signal)
  gone.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'canceled' })
  await expect(permits.take('ann', gone.signal)).rejects.toMatchObject({ code: 'canceled' })
})
