import { expect, test } from 'vitest'
import { createFairRoom } from './fair-room.ts'

const limits = { atOnce: 1, waiting: 10, waitingPerGroup: 3 }

test('groups take turns, however many of one wait', async () => {
  const room = createFairRoom(limits)
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const running = room.run('first', () => gate.promise)
  const work = ['mallory', 'mallory', 'mallory', 'ann', 'bob'].map((group) =>
    room.run(group, async () => void order.push(group)),
  )
  gate.resolve()
  await Promise.all([running, ...work])
  expect(order).toEqual(['mallory', 'ann', 'bob', 'mallory', 'mallory'])
})

test('a group with too many waiting is refused, others are not', async () => {
  const room = createFairRoom(limits)
  const gate = Promise.withResolvers<void>()
  const all = [1, 2, 3, 4].map(() => room.run('mallory', () => gate.promise))
  await expect(room.run('mallory', () => gate.promise)).rejects.toMatchObject({ code: 'overloaded' })
  const other = room.run('ann', async () => 'in')
  gate.resolve()
  expect(await other).toBe('in')
  await Promise.all(all)
})

test('a failure frees the place', async () => {
  const room = createFairRoom(limits)
  await expect(room.run('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await room.run('ann', async () => 'in')).toBe('in')
})
