import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { errorAfterReplacement } from './replaced-data.ts'

test('a request whose tables were exchanged meanwhile is told to come again, and one without data that there is none', async () => {
  await using base = await createTestDatabase()
  const { database } = base
  const failure = async (text: string): Promise<unknown> =>
    database.query({ text }).then(
      () => undefined,
      (error: unknown) => error,
    )
  const read = await failure('SELECT * FROM scenario7.item')
  const write = await failure('INSERT INTO scenario7.changeset DEFAULT VALUES')
  const made = await failure('CREATE TABLE scenario7.staged ()')
  const answers = (): Promise<readonly unknown[]> =>
    Promise.all([read, write, made].map((error) => errorAfterReplacement(database, error)))

  expect(await answers()).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ status: 404 })))
  await database.query({ text: 'CREATE SCHEMA scenario7' })
  // The tables exist again after the replacement; a table that stays missing is an internal error.
  expect(await answers()).toEqual([read, write, made])
  await database.query({ text: 'CREATE TABLE scenario7.item (); CREATE TABLE scenario7.changeset ()' })
  const busy = expect.objectContaining({
    code: 'scenario_busy',
    status: 409,
    params: { scenario: 'scenario7' },
  })
  expect(await answers()).toEqual([busy, busy, busy])

  for (const text of ['SELECT * FROM control.nothing', 'SELECT 1 / 0']) {
    const other = await failure(text)
    expect(await errorAfterReplacement(database, other)).toBe(other)
  }
})
