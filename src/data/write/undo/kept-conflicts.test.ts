import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { conflictsTable, countConflicts, createConflicts } from './conflicts.ts'
import { keepConflicts, restoreConflicts } from './kept-conflicts.ts'

it('conflicts of many records survive a rollback in pieces, and only the first ones if they are too long', async () => {
  await using test = await createTestDatabase()
  await test.database.withTransaction(async (client) => {
    await createConflicts(client)
    await client.query('SAVEPOINT "undo"')
    await client.query(
      `INSERT INTO ${conflictsTable} ("entity", "key", "problem")
       SELECT 'input.item', 'I ' || n, 'referenced' FROM generate_series(1, 25000) n`,
    )
    const kept = await keepConflicts(client)
    const short = await keepConflicts(client, 100_000)
    await client.query('ROLLBACK TO SAVEPOINT "undo"')
    expect(short).toEqual({ count: 25_000, first: kept.first, records: undefined })
    expect([kept.first.length, kept.records?.length]).toEqual([100, 3])
    expect(await countConflicts(client)).toBe(0)
    await restoreConflicts(client, kept)
    const { rows } = await client.query(
      `SELECT count(DISTINCT "key")::integer AS "keys", min("problem") AS "problem" FROM ${conflictsTable}`,
    )
    expect(rows).toEqual([{ keys: 25_000, problem: 'referenced' }])
  })
})
