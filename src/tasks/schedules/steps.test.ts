import { expect, it } from 'vitest'
import { readSteps } from './steps.ts'

const read = (count: number) => readSteps(Array.from({ length: count }, () => ({ task: 'createbuckets' })))

it('limits the number of steps of a group', () => {
  expect(read(100)).toMatchObject({ faults: [] })
  expect(read(101)).toEqual({ steps: [], faults: [{ code: 'too_many_values', params: { limit: 100 } }] })
})
