import { expect, it } from 'vitest'
import { createTrials, type KeptTrial } from './trials.ts'

const trialOf = (userId: number, size: number): KeptTrial => ({
  userId,
  scenario: 'default',
  trial: {
    edits: [{ entity: 'input.item', action: 'create', fields: { description: 'x'.repeat(size) } }],
    mode: 'repair',
    displace: false,
  },
  outcome: { basis: 1, demands: '' },
})

it('keeps so many trials of a user, and so many characters of their edits', () => {
  const trials = createTrials()
  const isKept = (token: string, userId: number): boolean =>
    trials.find(token, { userId, scenario: 'default' }) !== undefined
  const other = trials.keep(trialOf(2, 10))
  const small = Array.from({ length: 51 }, () => trials.keep(trialOf(1, 10)))
  expect(small.filter((token) => isKept(token, 1))).toEqual(small.slice(1))
  const large = Array.from({ length: 6 }, () => trials.keep(trialOf(1, 900_000)))
  expect(small.some((token) => isKept(token, 1))).toBe(false)
  expect(large.filter((token) => isKept(token, 1))).toEqual(large.slice(2))
  expect(isKept(other, 2)).toBe(true)
})

it('limits the characters of the trials of all users', () => {
  const trials = createTrials()
  const tokens = Array.from({ length: 80 }, (_, user) => trials.keep(trialOf(user, 990_000)))
  const left = tokens.filter(
    (token, userId) => trials.find(token, { userId, scenario: 'default' }) !== undefined,
  )
  expect(left).toEqual(tokens.slice(-64))
})
