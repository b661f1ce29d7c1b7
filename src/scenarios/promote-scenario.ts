/** Promotes the data of a scenario to production, and reverts and redoes a promote. */
import { homeOf, isSameDatabase } from '../database/homes.ts'
import { literal, qualified } from '../database/identifiers.ts'
import { buildAside } from './aside/build-aside.ts'
import { copyAcross } from './aside/copy-across.ts'
import { addProductionsOwn, productionsOwn } from './aside/keep-of-users.ts'
import { replaceData } from './aside/replacement.ts'
import { dropAsides, dropReplaced } from './aside/cleanup.ts'
import { lockedScenario, whileBusy, withScenarioLocks } from './aside/scenario-lock.ts'
import { asideName } from './aside/schema-names.ts'
import { type ScenarioWork, timestampOf } from './aside/work.ts'
import { refused, type Replaced, rejectSame, requireInUse, withoutLeftovers } from './copy-scenario.ts'
import { type KeptAction, requireKept } from './kept-data.ts'
import { requireLine } from './lineage/lineage.ts'
import { recordReplacement } from './replacement-record.ts'
import { productionScenario } from '../model/production.ts'
import { createScenarioSchema } from './scenario-schema.ts'

export interface PromoteRequest {
  readonly source: string
  readonly destination: string
  readonly user: number | null
}

/**
 * Replaces the data of production by that of the scenario. Users, permissions, schedules and preferences do not
 * change, nor does what `aside/keep-of-users.ts` keeps. The replaced data is kept until the next promote or for a month. Throws `scenario_refused`,
 * `scenario_not_in_use`, `scenario_busy`, `scenario_missing`.
 */
export async function promoteScenario(work: ScenarioWork, request: PromoteRequest): Promise<Replaced> {
  const { source, destination, user } = request
  rejectPromoteInto(source, destination)
  return withScenarioLocks(work, { reads: [source], replaces: [destination] }, async (holder) => {
    requireInUse(await lockedScenario(work.database, source))
    requireInUse(await lockedScenario(work.database, destination))
    return whileBusy(work, destination, async () => {
      await dropAsides(work, destination, ['new', 'drop'])
      const schema = asideName(destination, 'new', timestampOf(work.now()))
      return withoutLeftovers(work, schema, async () => {
        const origin = homeOf(work.database, source)
        await origin.withTransaction((client) => requireLine(client, source))
        const isWithin = isSameDatabase(origin, work.database)
        // The comments of a source on another server are read in its copy.
        const instead = productionsOwn(isWithin ? source : schema, destination)
        const { rows } = isWithin
          ? await buildAside(work, holder, { source, schema, instead })
          : await copyAcross(work, origin, { source, schema, instead })
        for (const table of ['follower', 'notification'])
          await continueNumbers(work, table, { schema, destination })
        await work.database.withTransaction((client) => addProductionsOwn(client, { schema, destination }))
        const kept = await replaceData(work, {
          holder,
          mover: holder,
          part: { kind: 'promote', scenario: destination, source, home: null },
          swap: {
            scenario: destination,
            schema,
            replaced: 'old',
            also: (client, replaced) =>
              recordReplacement(client, { kind: 'promote', source, scenario: destination, user, replaced }),
          },
        })
        // All kept data except that of this promote.
        await dropReplaced(work, destination, ({ kind, schema: old }) => kind === 'old' && old !== kept)
        return { rows, kept }
      })
    })
  })
}

/**
 * Makes the sequence of a table whose rows are kept continue after the numbers that production and the scenario have
 * used. The rows have the numbers of production, but the sequence is that of the scenario.
 */
async function continueNumbers(
  { database }: ScenarioWork,
  table: string,
  { schema, destination }: { readonly schema: string; readonly destination: string },
): Promise<void> {
  const sequence = (of: string): string =>
    `pg_catalog.pg_get_serial_sequence(${literal(qualified(of, table))}, 'id')`
  const last = (of: string): string => `pg_catalog.pg_sequence_last_value(${sequence(of)}::regclass)`
  await database.query({
    text: `SELECT pg_catalog.setval(${sequence(schema)}, "last", true) FROM (SELECT greatest(
        ${last(schema)}, ${last(destination)}, (SELECT max("id") FROM ${qualified(schema, table)})) AS "last") AS "s"
      WHERE "last" IS NOT NULL`,
  })
}

/** Throws `scenario_refused` for scenarios between which a promote is not allowed. */
export function rejectPromoteInto(source: string, destination: string): void {
  rejectSame(source, destination)
  if (destination === productionScenario) return
  throw refused({ code: 'promoted_into', params: { production: productionScenario, destination } })
}

/** Restores the data that the last promote has replaced, and keeps the current data in turn. See `bringBack`. */
export const revertPromote = (work: ScenarioWork, request: BringBack): Promise<string> =>
  bringBack(work, request, 'undo')

/** Restores the data of a promote that was reverted, with the edits made until then. See `bringBack`. */
export const redoPromote = (work: ScenarioWork, request: BringBack): Promise<string> =>
  bringBack(work, request, 'redo')

type BringBack = Pick<PromoteRequest, 'destination' | 'user'>

/**
 * Exchanges the current data and the data that is kept. Returns the schema that was restored. Throws
 * `scenario_refused` if the data that the action restores is not kept.
 */
async function bringBack(
  work: ScenarioWork,
  { destination, user }: BringBack,
  action: KeptAction,
): Promise<string> {
  return withScenarioLocks(work, { replaces: [destination] }, async (holder) => {
    await lockedScenario(work.database, destination)
    const kept = await requireKept(work.database, destination, action)
    return whileBusy(work, destination, async () => {
      // The schema may have been kept since an older release.
      const { additions } = work.model
      await work.database.withTransaction((client) => createScenarioSchema(client, kept, additions))
      await replaceData(work, {
        holder,
        mover: holder,
        part: { kind: 'revert', scenario: destination, home: null },
        swap: {
          scenario: destination,
          schema: kept,
          replaced: 'old',
          also: (client, replaced) =>
            recordReplacement(client, {
              kind: action === 'undo' ? 'revert' : 'redo',
              source: null,
              scenario: destination,
              user,
              replaced,
            }),
        },
      })
      return kept
    })
  })
}
