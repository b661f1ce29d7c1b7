import { expect, it } from 'vitest'
import { filledOutcome } from './import.ts'

it('the outcome of an import by an earlier release lacks nothing that screens show', () => {
  expect(filledOutcome(JSON.parse('{"task": 7, "created": 2}'))).toEqual({
    task: 7,
    created: 2,
    newer: 0,
    newer_rejected: false,
    sample: [],
  })
  expect(filledOutcome(JSON.parse('{"newer": 3, "newer_rejected": true}'))).toMatchObject({
    newer: 3,
    newer_rejected: true,
  })
})
