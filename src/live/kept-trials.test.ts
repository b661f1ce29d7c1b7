import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import type { KeptTrial } from '../planning/live/questions.ts'
import { findTrial, forgetTrial, keepTrials, type TrialOwner } from './kept-trials.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test[Symbol.asyncDispose]())

const owner = (userId: number): TrialOwner => ({ userId, scenario: 'default' })

const trialOf = (description: string): KeptTrial => ({
  trial: {
    edits: [{ entity: 'input.item', action: 'create', fields: { description } }],
    mode: 'repair',
    displace: false,
  },
  outcome: { basis: 1, demands: 'hash' },
})

const keep = (userId: number, ...descriptions: readonly string[]): Promise<readonly string[]> =>
  keepTrials(test.database, owner(userId), descriptions.map(trialOf))

/** Returns the descriptions of the trials that can still be accepted. */
async function found(userId: number, tokens: readonly string[]): Promise<readonly unknown[]> {
  const trials = await Promise.all(tokens.map((token) => findTrial(test.database, token, owner(userId))))
  return trials.flatMap((trial) => trial?.trial.edits.map(({ fields }) => fields['description']) ?? [])
}

it('returns a trial to the user who asked for it, in its scenario only, until it is forgotten', async () => {
  const odd = 'null \u0000, half a pair \ud800 and "quotes"'
  const [token = ''] = await keep(1, odd)
  const read = (asked: TrialOwner) => findTrial(test.database, token, asked)
  expect(await read(owner(1))).toEqual(trialOf(odd))
  expect(await read(owner(2))).toBeUndefined()
  expect(await read({ userId: 1, scenario: 'other' })).toBeUndefined()
  expect(await findTrial(test.database, 'no token \u0000', owner(1))).toBeUndefined()
  await forgetTrial(test.database, token)
  expect(await read(owner(1))).toBeUndefined()
})

it('keeps so many trials of a user, and so many characters of their edits', async () => {
  const other = await keep(4, 'of another user')
  const small: string[] = []
  for (let number = 0; number < 52; number += 1) small.push(...(await keep(3, String(number))))
  expect(await found(3, small)).toHaveLength(50)
  expect(await found(3, small.slice(0, 2))).toEqual([])
  const large = await keep(3, ...Array.from({ length: 3 }, () => 'x'.repeat(1_300_000)))
  expect(await found(3, small)).toEqual(small.slice(-47).map((_, place) => String(place + 5)))
  const last = await keep(3, 'y'.repeat(1_000_000))
  expect(await found(3, small)).toEqual([])
  expect(await found(3, large)).toHaveLength(2)
  expect(await found(3, last)).toHaveLength(1)
  expect(await found(4, other)).toEqual(['of another user'])
})

it('keeps no trial longer than thirty minutes', async () => {
  const tokens = await keep(5, 'old')
  await test.database.query({
    text: `UPDATE control."trial" SET "made" = "made" - interval '31 minutes' WHERE "user" = 5`,
  })
  expect(await found(5, tokens)).toEqual([])
  await keep(6, 'new')
  const { rows } = await test.database.query({ text: `SELECT FROM control."trial" WHERE "user" = 5` })
  expect(rows).toEqual([])
})
