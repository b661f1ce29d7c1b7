import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { rowsOf, write } from '../../test/support/records.ts'
import type { DataContext } from '../data/context.ts'
import { cleanupOnce } from './maintenance.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
})
afterAll(() => test[Symbol.asyncDispose]())

const contextOf = () => context
const withoutContext = (): never => {
  throw new Error('no context')
}
const nowhere = join(tmpdir(), 'no-such-folder')
const settings = {
  CHANGELOG_RETENTION: 30,
  IDEMPOTENCY_HOURS: 24,
  VAR: nowhere,
  LOGDIR: nowhere,
  FILES_URL: 'file:',
  UPLOADFILEFOLDER: nowhere,
  DATABASES: {},
}
const age = (days: number) =>
  test.database.query({
    text: `UPDATE "default"."changeset" SET "created" = "created" - make_interval(days => $1)`,
    values: [days],
  })

describe('maintenance', () => {
  it('forgets change sets past their retention with all that belongs to them, and no others', async () => {
    await write(context, 'input.skill', [{ name: 'old' }])
    await age(31)
    await write(context, 'input.skill', [{ name: 'new' }])
    await cleanupOnce({ database: test.database, contextOf, settings })
    expect((await rowsOf(context, 'change', '"key"')).map(({ key }) => key)).toEqual(['new'])
    expect(await rowsOf(context, 'changeset', '"id"')).toHaveLength(1)
    expect(await rowsOf(context, 'changesetentity', '"changeset"')).toHaveLength(1)
  })

  it('keeps the log for ever where the setting says so', async () => {
    await age(4_000)
    await cleanupOnce({
      database: test.database,
      contextOf,
      settings: { ...settings, CHANGELOG_RETENTION: 0 },
    })
    expect(await rowsOf(context, 'changeset', '"id"')).toHaveLength(1)
  })

  it('runs all its parts although some fail, and reports the failures', async () => {
    const round = cleanupOnce({ database: test.database, contextOf: withoutContext, settings })
    await expect(round).rejects.toThrow('Several parts of the maintenance have failed.')
    expect(await rowsOf(context, 'changeset', '"id"')).toEqual([])
    await write(context, 'input.skill', [{ name: 'newest' }])
    await age(31)
  })

  it('is left to the process that is at it', async () => {
    await test.database.withClient(async (client) => {
      await client.query(`SELECT pg_advisory_lock(hashtextextended('maintenance', 0))`)
      await cleanupOnce({ database: test.database, contextOf, settings })
      await client.query(`SELECT pg_advisory_unlock(hashtextextended('maintenance', 0))`)
    })
    expect(await rowsOf(context, 'changeset', '"id"')).toHaveLength(1)
    await cleanupOnce({ database: test.database, contextOf, settings })
    expect(await rowsOf(context, 'changeset', '"id"')).toEqual([])
  })
})
