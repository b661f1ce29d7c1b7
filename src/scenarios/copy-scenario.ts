/** Copies a scenario into a free one, or replaces one that is in use if requested. */
import type pg from 'pg'
import { ServiceError } from '../errors/service-error.ts'
import { buildAside } from './aside/build-aside.ts'
import { dropAsides, dropSchema } from './aside/cleanup.ts'
import { lockedScenario, whileBusy, withScenarioLocks } from './aside/scenario-lock.ts'
import { asideName } from './aside/schema-names.ts'
import { swapSchemas } from './aside/swap.ts'
import { type ScenarioWork, timestampOf } from './aside/work.ts'
import { grantInNew } from './import-rights.ts'
import { requireLine } from './lineage/lineage.ts'
import { recordReplacement } from './replacement-record.ts'
import { productionScenario, type Scenario } from './scenario.ts'
import { limitAccess } from './scenario-access.ts'

export interface CopyRequest {
  readonly source: string
  readonly destination: string
  /** Whether to replace the data of a destination that is in use. */
  readonly force: boolean
  /** New label of the destination; without it the label stays. */
  readonly description?: string | undefined
  /** User who copies and gets access; null for the operator. */
  readonly user: number | null
}

export interface Replaced {
  /** Number of records in the new content. */
  readonly rows: number
  /** Schema in which the previous content is kept, if it is. */
  readonly kept: string | undefined
}

/**
 * Tables that are not copied: users receive no notifications about changes in a copy, so followers and pending
 * messages are left out. The change log is copied, because it explains the values, and continues in the copy.
 */
const leftOut: ReadonlyMap<string, undefined> = new Map([
  ['follower', undefined],
  ['notification', undefined],
  ['plannotice', undefined],
  ['mention', undefined],
])

/**
 * Copies a scenario. Users can work in the source during the copy; readers of the destination get the old content and
 * then the copy. Throws `scenario_refused`, `scenario_not_in_use`, `scenario_not_free`, `scenario_busy`,
 * `scenario_missing`.
 */
export async function copyScenario(work: ScenarioWork, request: CopyRequest): Promise<Replaced> {
  const { source, destination, force, description, user } = request
  rejectCopyInto(source, destination)
  return withScenarioLocks(work, { reads: [source], replaces: [destination] }, async (holder) => {
    const before = await lockedScenario(work.database, destination)
    requireCopyable(await lockedScenario(work.database, source), before, force)
    return whileBusy(work, destination, async () => {
      const kinds = ['new', 'old', 'drop'] as const
      await dropAsides(work, destination, kinds)
      const schema = asideName(destination, 'new', timestampOf(work.now()))
      const also = async (client: pg.ClientBase, replaced: string | undefined): Promise<void> => {
        await recordReplacement(client, { kind: 'copy', source, scenario: destination, user, replaced })
        await limitAccess(client, request)
        await client.query(
          `UPDATE control."scenario" SET "status" = 'In use', "description" = coalesce($2, "description")
           WHERE "name" = $1`,
          [destination, description ?? null],
        )
      }
      return withoutLeftovers(work, schema, async () => {
        await work.database.withTransaction((client) => requireLine(client, source))
        const { rows } = await buildAside(work, holder, { source, schema, instead: leftOut })
        if (!before.hasSchema) await grantInNew(work, { scenario: destination, schema, source })
        const old = await swapSchemas(work, holder, {
          scenario: destination,
          schema,
          replaced: 'drop',
          also,
        })
        if (old !== undefined) await dropSchema(work.database, old)
        return { rows, kept: undefined }
      })
    })
  })
}

/** Drops the new schema if the callback fails; if the process is killed, the cleanup drops it. */
export async function withoutLeftovers<Result>(
  { database }: Pick<ScenarioWork, 'database'>,
  schema: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    await dropSchema(database, schema).catch(() => undefined)
    throw error
  }
}

/** Throws `scenario_refused` for scenarios between which copies are not allowed. */
export function rejectCopyInto(source: string, destination: string): void {
  rejectSame(source, destination)
  if (destination !== productionScenario) return
  throw refused(`Production is not copied over. Promote "${source}" into "${destination}" instead.`)
}

/** Throws `scenario_not_in_use` and `scenario_not_free` if the status of one of the scenarios does not allow the copy. */
export function requireCopyable(source: Scenario, { name, status }: Scenario, force: boolean): void {
  requireInUse(source)
  if (!force && status !== 'Free') throw new ServiceError('scenario_not_free', { scenario: name, status })
}

export function rejectSame(source: string, destination: string): void {
  if (source === destination) throw refused(`Source and destination are the same: "${source}".`)
}

export function requireInUse({ name, status, hasSchema }: Scenario): void {
  if (status !== 'In use' || !hasSchema) {
    throw new ServiceError('scenario_not_in_use', { scenario: name, status })
  }
}

export const refused = (reason: string): ServiceError => new ServiceError('scenario_refused', { reason })
