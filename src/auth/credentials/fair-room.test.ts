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

test('a group that fills the room makes way for others, last come first', async () => {
  const room = createFairRoom({ atOnce: 1, waiting: 4, waitingPerGroup: 10 })
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const enter = (group: string, name: string) =>
    room
      .run(group, async () => {
        await gate.promise
        order.push(name)
      })
      .catch(() => order.push(`${name} refused`))
  const all = [1, 2, 3, 4, 5].map((number) => enter('mallory', `mallory ${number}`))
  all.push(enter('mallory', 'mallory 6'), enter('ann', 'ann'), enter('bob', 'bob'))
  all.push(enter('mallory', 'mallory 7'))
  gate.resolve()
  await Promise.all(all)
  expect(order.filter((name) => name.endsWith('refused')).toSorted()).toEqual([
    'mallory 4 refused',
    'mallory 5 refused',
    'mallory 6 refused',
    'mallory 7 refused',
  ])
  expect(order.filter((name) => !name.endsWith('refused'))).toEqual([
    'mallory 1',
    'mallory 2',
    'ann',
    'bob',
    'mallory 3',
  ])
})

test('a failure frees the place', async () => {
  const room = createFairRoom(limits)
  await expect(room.run('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await room.run('ann', async () => 'in')).toBe('in')
})
