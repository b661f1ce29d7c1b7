import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { deleteWhere, write } from '../../../test/support/records.ts'
import { buildUser } from '../../../test/support/users.ts'
import { requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { changedRecords } from './change-sets.ts'
import { recordHistory } from './record-history.ts'
import { parseRecordText } from './record-text.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = { ...createTestContext(test.database), actor: { userId: 3, channel: 'ui' } }
})
afterAll(() => test[Symbol.asyncDispose]())

const historyOf = async (key: string) => {
  const { entries } = await recordHistory(context, requireEntity(context.model, 'input.customer'), key, 50)
  return entries.map(({ action, changes, user, channel }) => ({ action, changes, user, channel }))
}

const by = { user: 3, channel: 'ui' }

it('shows the values of deleted records in the same way, however many were deleted together', async () => {
  const values = {
    quantity: 2.5,
    priority: 3,
    description: '7',
    due: '2026-02-03T04:05:06',
    maxlateness: '01:00:00',
  }
  const rows = Array.from({ length: 2_500 }, (_, index) => ({ name: `both ${index}`, ...values }))
  await write(context, 'input.demand', [...rows, { name: 'kept' }], { returning: 'counts' })
  await deleteWhere(context, 'input.demand', `t."name" = 'both 7'`)
  await deleteWhere(context, 'input.demand', `t."name" LIKE 'both %'`)
  const demand = requireEntity(context.model, 'input.demand')
  const deleted = async (key: string): Promise<object> => {
    const { entries } = await recordHistory(context, demand, key, 50)
    const { name, lastmodified, ...others } = { ...entries[0]!.changes }
    expect([name, lastmodified]).toEqual([key, expect.any(String)])
    return others
  }
  const single = await deleted('both 7')
  expect(single).toMatchObject({ quantity: 2.5, priority: 3, description: '7' })
  expect(await deleted('both 8')).toEqual(single)
})

it('shows JSON of deleted records as it was, however many were deleted together', async () => {
  const userId = await buildUser(test.database, { username: 'ann', rights: { default: 'superuser' } })
  // Texts that look like JSON, and lists of them, are no JSON texts.
  const values = ['["[x"]', '"[draft"', '"[1]"', '"x"', '{"a": ["{"]}', '7', 'true']
  const { rows } = await test.database.query<{ id: number; place: number }>({
    text: `INSERT INTO "default"."follower" ("content_type", "object_pk", "user", "args")
      SELECT 'input.item', n::text, $1, ($2::jsonb[])[n % ${values.length} + 1]
      FROM generate_series(0, 2999) n ORDER BY n RETURNING "id", "object_pk"::integer AS "place"`,
    values: [userId, values],
  })
  const single = rows.slice(0, values.length)
  const several = rows.slice(values.length, -1)
  const kept = rows.at(-1)!.id
  for (const { id } of single) await deleteWhere(context, 'common.follower', 't."id" = $1', [id])
  expect(await deleteWhere(context, 'common.follower', 't."id" <> $1', [kept])).toBe(2_999 - values.length)
  const follower = requireEntity(context.model, 'common.follower')
  for (const { id, place } of [...single, ...several.slice(0, values.length)]) {
    const { entries } = await recordHistory(context, follower, String(id), 50)
    const args: unknown = JSON.parse(values[place % values.length]!)
    expect(entries.map(({ changes }) => changes)).toEqual([expect.objectContaining({ id, args })])
  }
  const [last] = (await recordHistory(context, follower, String(several[0]!.id), 1)).entries
  const listed = await changedRecords(context, last!.changeset, {
    entities: ['common.follower'],
    limit: 5_000,
  })
  expect(new Set(listed.map(({ changes }) => JSON.stringify(changes?.['args'])))).toEqual(
    new Set(values.map((value) => JSON.stringify(JSON.parse(value)))),
  )
})

describe('the history of a record', () => {
  it('is empty for a record nobody wrote', async () => {
    expect(await historyOf('nobody')).toEqual([])
  })

  it('tells its changes, newest first', async () => {
    await write(context, 'input.customer', [{ name: 'ACME' }])
    await write(context, 'input.customer', [{ name: 'ACME', category: 'retail' }])
    expect(await historyOf('ACME')).toEqual([
      { ...by, action: 'change', changes: { category: [null, 'retail'] } },
      { ...by, action: 'add', changes: null },
    ])
  })

  it('finds a record among those written in bulk', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({ name: `many ${index}`, source: 'bulk' }))
    await write(context, 'input.customer', rows, { returning: 'counts' })
    const changed = rows.map(({ name }) => ({
      name,
      category: 'odd, "quoted" (and) \\ so on',
      source: 'gone',
    }))
    await write(context, 'input.customer', changed, { returning: 'counts' })
    await context.home.query({ text: 'ANALYZE "default"."customer"' })
    expect(await deleteWhere(context, 'input.customer', `t."source" = 'gone'`)).toBe(3_000)
    const [deleted, change, added, ...none] = await historyOf('many 1234')
    expect(deleted).toMatchObject({
      action: 'delete',
      changes: { name: 'many 1234', category: 'odd, "quoted" (and) \\ so on', description: null },
    })
    expect(change).toMatchObject({ action: 'change', changes: { source: ['bulk', 'gone'] } })
    expect(added).toMatchObject({ action: 'add' })
    expect(none).toEqual([])
  })
})

describe('the text of a row', () => {
  it('is read as PostgreSQL wrote it', async () => {
    const texts = fc.array(
      fc.option(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))),
      {
        minLength: 2,
        maxLength: 5,
      },
    )
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const places = values.map((_, index) => `$${index + 1}::text`).join(', ')
        const { rows } = await context.home.query<{ row: string }>({
          text: `SELECT ROW(${places})::text AS row`,
          values,
        })
        expect(parseRecordText(rows[0]!.row)).toEqual(values)
      }),
      { numRuns: 200 },
    )
  })
})
