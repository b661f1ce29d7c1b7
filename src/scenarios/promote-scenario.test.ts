import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { detail } from '../../test/support/detail.ts'
import { expectNoLeftovers, fillScenario, fingerprint, scenarioWork } from '../../test/support/scenarios.ts'
import { listChangeSets } from '../data/history/change-sets.ts'
import type { Database } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import { keptDays, listAsides, cleanupScenarios } from './aside/cleanup.ts'
import { promoteScenario, redoPromote, revertPromote } from './promote-scenario.ts'
import { replacementOf } from './replacement-record.ts'
import { listScenarios } from './registry.ts'

let test: TestDatabase
let database: Database

const promotion = { source: 'scenario1', destination: 'default', user: null }

beforeEach(async () => {
  test = await createTestDatabase()
  database = test.database
  await fillScenario(database, 'default', 10)
  await fillScenario(database, 'scenario1', 20)
  await database.query({ text: `INSERT INTO control."user" ("id", "username") VALUES (1, 'ann')` })
  await database.query({
    text: `INSERT INTO control."membership" ("user", "scenario", "is_superuser") VALUES (1, 'default', true)`,
  })
})
afterEach(() => test[Symbol.asyncDispose]())

const control = async (): Promise<unknown> => {
  const parts = ['user', 'membership', 'scenario'].map(
    (table) =>
      `SELECT coalesce(string_agg(t::text, ' ' ORDER BY t::text), '') AS "text" FROM control."${table}" t`,
  )
  return (await database.query({ text: parts.join(' UNION ALL ') })).rows
}

describe('a promote', () => {
  it.each([
    [{ destination: 'scenario1', source: 'default' }, 'scenario_refused'],
    [{ source: 'default' }, 'scenario_refused'],
    [{ source: 'scenario2' }, 'scenario_not_in_use'],
    [{ source: 'nowhere' }, 'scenario_missing'],
  ])('is refused as %j', async (request, code) => {
    const before = await fingerprint(database, 'default')
    await expect(promoteScenario(scenarioWork(database), { ...promotion, ...request })).rejects.toMatchObject(
      { code },
    )
    expect(await fingerprint(database, 'default')).toBe(before)
    await expectNoLeftovers(database)
  })

  it(
    'succeeds although older data cannot be dropped, which it logs and the next cleanup does',
    detail,
    async () => {
      const { kept: first } = await promoteScenario(scenarioWork(database), promotion)
      // Only its owner may drop a schema.
      const owner = `owner_${randomBytes(4).toString('hex')}`
      const administrate = (text: string): Promise<unknown> => database.query({ text })
      await administrate(`CREATE ROLE ${owner}`)
      await administrate(`GRANT ${owner} TO CURRENT_USER WITH INHERIT FALSE, SET TRUE`)
      await administrate(`GRANT CREATE ON DATABASE "${new URL(test.url).pathname.slice(1)}" TO ${owner}`)
      await administrate(`ALTER SCHEMA "${first}" OWNER TO ${owner}`)
      const lines: string[] = []
      const log = (message: string, level?: string): void => void lines.push(`${level}: ${message}`)
      const later = scenarioWork(database, { now: () => new Date(Date.now() + 60_000), log })
      const { kept: second } = await promoteScenario(later, promotion)
      expect(lines).toEqual([
        `warning: The schema "${first}" could not be deleted: must be owner of schema ${first}. The cleanup of the service deletes what is left.`,
      ])
      expect((await listAsides(database)).map(({ schema }) => schema)).toEqual([second, first])
      await administrate(`GRANT ${owner} TO CURRENT_USER WITH INHERIT TRUE`)
      await cleanupScenarios(later)
      expect((await listAsides(database)).map(({ schema }) => schema)).toEqual([second])
      await administrate(`DROP OWNED BY ${owner}`)
      await administrate(`DROP ROLE ${owner}`)
    },
  )

  it('replaces the data of production, touches neither users nor rights, and can be reverted and redone', async () => {
    const production = await fingerprint(database, 'default')
    const promoted = await fingerprint(database, 'scenario1')
    const before = await control()
    const { kept } = await promoteScenario(scenarioWork(database), promotion)
    expect(await control()).toEqual(before)
    expect(await fingerprint(database, 'default')).toBe(promoted)
    expect(await fingerprint(database, 'scenario1')).toBe(promoted)
    expect(kept).toMatch(/^default__old_\d{14}$/)
    expect(await fingerprint(database, kept!)).toBe(production)
    await revertPromote(scenarioWork(database), promotion)
    expect(await fingerprint(database, 'default')).toBe(production)
    await redoPromote(scenarioWork(database), promotion)
    expect(await fingerprint(database, 'default')).toBe(promoted)
    expect(await control()).toEqual(before)
    await expectNoLeftovers(database, 1)
  })

  it('is not undone twice, which would promote again, nor redone unless it was undone', async () => {
    const again = scenarioWork(database)
    const production = await fingerprint(database, 'default')
    await promoteScenario(again, promotion)
    expect(await refusal(redoPromote(again, promotion))).toEqual(reasonOf('nothing_to_redo'))
    await revertPromote(again, promotion)
    expect(await refusal(revertPromote(again, promotion))).toEqual(reasonOf('promotion_already_undone'))
    expect(await fingerprint(database, 'default')).toBe(production)
    await redoPromote(again, promotion)
    expect(await refusal(redoPromote(again, promotion))).toEqual(reasonOf('nothing_to_redo'))
    await revertPromote(again, promotion)
    expect(await fingerprint(database, 'default')).toBe(production)
  })

  it('stays in the audit trail of production, as does its taking back', async () => {
    const told = async (): Promise<readonly unknown[]> => {
      const context = createTestContext(database)
      const sets = await listChangeSets(context, { entities: ['input.item'], limit: 100 })
      return sets
        .filter(({ entities }) => entities.length === 0)
        .map(({ user, origin }) => [user, replacementOf(origin)])
    }
    await promoteScenario(scenarioWork(database), { ...promotion, user: 1 })
    const promoted = [1, { kind: 'promote', source: 'scenario1' }]
    const reverted = [1, { kind: 'revert', source: null }]
    expect(await told()).toEqual([promoted])
    await revertPromote(scenarioWork(database), { ...promotion, user: 1 })
    expect(await told()).toEqual([reverted, promoted])
    await promoteScenario(scenarioWork(database), { ...promotion, user: 1 })
    expect(await told()).toEqual([promoted, reverted, promoted])
    await revertPromote(scenarioWork(database), { ...promotion, user: 1 })
    await redoPromote(scenarioWork(database), { ...promotion, user: 1 })
    const redone = [1, { kind: 'redo', source: null }]
    expect(await told()).toEqual([redone, reverted, promoted, reverted, promoted])
  })

  it(
    'gives no number of a replaced change set to a later one, which an open screen would undo instead',
    detail,
    async () => {
      const log = `"default".changeset ("channel") VALUES ('ui')`
      const added = async (): Promise<number> => {
        const { rows } = await database.query<{ id: number }>({
          text: `INSERT INTO ${log} RETURNING "id"::integer AS "id"`,
        })
        return rows[0]!.id
      }
      for (let count = 0; count < 5; count++) await added()
      const replaced = await added()
      await promoteScenario(scenarioWork(database), promotion)
      const promoted = await added()
      expect(promoted).toBeGreaterThan(replaced)
      await revertPromote(scenarioWork(database), promotion)
      expect(await added()).toBeGreaterThan(promoted)
    },
  )

  it('takes along the key figures of the plan, and a revert those of the former one', detail, async () => {
    // Plans of different scenarios can have change sets with the same number.
    for (const [scenario, day] of [
      ['default', 1],
      ['scenario1', 2],
    ] as const) {
      const created = `'2026-03-0${day} 08:12'`
      await database.query({
        text: `INSERT INTO "${scenario}".storedplan ("changeset", "basis", "created") VALUES (9, 8, ${created})`,
      })
      await database.query({
        text: `INSERT INTO control."planhistory" ("scenario", "created", "changeset", "start", "figures")
          VALUES ('${scenario}', ${created}, 9, '2026-03-01', '{"late": ${day}}')`,
      })
    }
    await promoteScenario(scenarioWork(database), promotion)
    await revertPromote(scenarioWork(database), promotion)
    const { rows } = await database.query({
      text: `SELECT ("figures"->'late')::integer AS "late" FROM control."planhistory" WHERE "scenario" = 'default' ORDER BY "id"`,
    })
    expect(rows).toEqual([{ late: 1 }, { late: 2 }, { late: 1 }])
  })

  it('leaves what belongs to the people of production', async () => {
    await database.query({ text: `UPDATE "default".follower SET "object_pk" = 'production'` })
    await database.query({
      text: `INSERT INTO "default".comment ("content_type", "object_pk", "comment") VALUES ('input.item', 'a', 'x')`,
    })
    await database.query({
      text: `INSERT INTO "default".notification ("user", "status", "type", "comment")
        SELECT 1, 'U', 'O', "id" FROM "default".comment UNION ALL SELECT 2, 'U', 'O', NULL`,
    })
    await promoteScenario(scenarioWork(database), promotion)
    const { rows } = await database.query({
      text: `SELECT "object_pk", (SELECT array_agg("user") FROM "default".notification) AS "told" FROM "default".follower`,
    })
    expect(rows).toEqual([{ object_pk: 'production', told: [2] }])
  })

  it(
    'gives new subscriptions numbers that neither production nor the scenario has used',
    detail,
    async () => {
      const subscribe = async (scenario: string, count: number): Promise<number> => {
        const { rows } = await database.query<{ last: number }>({
          text: `WITH added AS (
            INSERT INTO "${scenario}".follower ("content_type", "user") SELECT 'input.item', 1
            FROM generate_series(1, ${count}) RETURNING "id")
          SELECT max("id")::float8 AS "last" FROM added`,
        })
        return rows[0]!.last
      }
      const inProduction = await subscribe('default', 10)
      await database.query({ text: `DELETE FROM "default".follower WHERE "id" = ${inProduction}` })
      await promoteScenario(scenarioWork(database), promotion)
      expect(await subscribe('default', 1)).toBe(inProduction + 1)
      const inScenario = await subscribe('scenario1', 40)
      await promoteScenario(scenarioWork(database), promotion)
      expect(await subscribe('default', 1)).toBe(inScenario + 1)
    },
  )

  it('keeps one former content: that of the last promote', async () => {
    await promoteScenario(scenarioWork(database), promotion)
    const first = await listAsides(database)
    await promoteScenario(scenarioWork(database), promotion)
    expect(await listAsides(database)).toHaveLength(1)
    expect(await listAsides(database)).not.toEqual(first)
    await expectNoLeftovers(database, 1)
  })

  it('cannot be reverted when nothing was promoted', async () => {
    await expect(revertPromote(scenarioWork(database), promotion)).rejects.toMatchObject({
      code: 'scenario_refused',
    })
  })
})

const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof ServiceError ? error.params : error),
  )

const reasonOf = (code: string): unknown =>
  expect.objectContaining({ reason: expect.objectContaining({ code }) })

const statuses = async (): Promise<unknown> =>
  Object.fromEntries((await listScenarios(database)).map(({ name, status }) => [name, status]))

const later = (days: number) => () => new Date(Date.now() + days * 86_400_000)

const createLeftovers = async (): Promise<void> => {
  for (const schema of ['scenario2__new_20260101000000', 'default__drop_20260101000000']) {
    await database.query({ text: `CREATE SCHEMA "${schema}"` })
  }
  await database.query({
    text: `UPDATE control."scenario" SET "status" = 'Busy' WHERE "name" IN ('default', 'scenario2')`,
  })
}

describe('the cleanup of scenarios', () => {
  it('removes what has no owner alive, and takes Busy back', detail, async () => {
    await createLeftovers()
    expect(await cleanupScenarios(scenarioWork(database))).toHaveLength(2)
    expect(await statuses()).toMatchObject({ default: 'In use', scenario2: 'Free', scenario1: 'In use' })
    await expectNoLeftovers(database)
  })

  it('leaves alone what somebody works on', detail, async () => {
    await createLeftovers()
    await database.withClient(async (client) => {
      await client.query(
        `SELECT pg_advisory_lock(hashtextextended('scenario:' || n, 0)) FROM unnest(ARRAY['default', 'scenario2']) n`,
      )
      expect(await cleanupScenarios(scenarioWork(database))).toEqual([])
      expect(await statuses()).toMatchObject({ default: 'Busy', scenario2: 'Busy' })
      await client.query('SELECT pg_advisory_unlock_all()')
    })
    // The scenario is not busy any more, even before the cleanup has run.
    expect(await statuses()).toMatchObject({ default: 'In use', scenario2: 'Free' })
  })

  it('keeps what a promote has replaced for a month', detail, async () => {
    await promoteScenario(scenarioWork(database), promotion)
    expect(await cleanupScenarios(scenarioWork(database, { now: later(keptDays - 1) }))).toEqual([])
    expect(await cleanupScenarios(scenarioWork(database, { now: later(keptDays + 1) }))).toHaveLength(1)
  })
})
