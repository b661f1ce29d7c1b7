import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTimeSlices } from './time-slices.ts'

test('what begins together is begun in slices, in its order, and others get turns between', async () => {
  let time = 0
  const slices = createTimeSlices(10, () => time)
  const begun: string[] = []
  async function begin(name: string): Promise<void> {
    const turn = slices.next()
    if (turn !== true) await turn
    time += 4
    begun.push(name)
  }
  const all = Array.from({ length: 8 }, (_, index) => begin(String(index)))
  expect(begun).toEqual(['0', '1', '2'])
  await nextTurn()
  await nextTurn()
  begun.push('another')
  const late = begin('late')
  await Promise.all([...all, late])
  const place = begun.indexOf('another')
  expect(begun.filter((name) => name !== 'another')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'late'])
  expect([place >= 3, place <= 6]).toEqual([true, true])
  await nextTurn()
  time += 100
  expect(slices.next()).toBe(true)
})
