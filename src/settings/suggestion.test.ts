import { expect, it } from 'vitest'
import { closest } from './suggestion.ts'

const candidates = Array.from({ length: 60 }, (_, index) => `field${index}`)

it('finds the nearest name, ignoring case', () => {
  expect(closest('statu', ['name', 'status', 'item'])).toBe('status')
  expect(closest('STAUTS', ['name', 'status', 'item'])).toBe('status')
  expect(closest('colour', ['name', 'status', 'item'])).toBeUndefined()
})

it('takes no time for long names, which nobody can have meant', () => {
  const begun = process.cpuUsage()
  for (let index = 0; index < 1_000; index += 1)
    expect(closest('x'.repeat(1_000), candidates)).toBeUndefined()
  const { user, system } = process.cpuUsage(begun)
  // Computing the edit distances would take some 400,000,000 steps.
  expect((user + system) / 1_000).toBeLessThan(400)
})
