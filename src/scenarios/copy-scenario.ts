/** Copies a scenario into a free one, or replaces one that is in use if requested. */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { firstServer, homeOf, isSameDatabase } from '../database/homes.ts'
import type { Message } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'
import { buildAside } from './aside/build-aside.ts'
import { dropAsides, dropOrLeave, dropReplaced } from './aside/cleanup.ts'
import { copyAcross } from './aside/copy-across.ts'
import { requireOwnServer, requireServer } from './aside/further-servers.ts'
import { replaceData } from './aside/replacement.ts'
import { lockedScenario, whileBusy, withHomeLock, withScenarioLocks } from './aside/scenario-lock.ts'
import { asideName } from './aside/schema-names.ts'
import { type ScenarioWork, timestampOf, workAt } from './aside/work.ts'
import { grantInNew } from './import-rights.ts'
import { requireLine } from './lineage/lineage.ts'
import { recordReplacement } from './replacement-record.ts'
import type { Scenario } from './scenario.ts'
import { productionScenario } from '../model/production.ts'

export interface CopyRequest {
  readonly source: string
  readonly destination: string
  /** Whether to replace the data of a destination that is in use. */
  readonly force: boolean
  /** New label of the destination; without it the label stays. */
  readonly description?: string | undefined
  /** User who copies and gets access; null for the operator. */
  readonly user: number | null
  /** Server for the data of a free destination: a name in SCENARIO_DATABASES. By default the first one, "main". */
  readonly home?: string | undefined
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
export const messageTables = ['follower', 'notification', 'plannotice', 'mention'] as const

const leftOut: ReadonlyMap<string, undefined> = new Map(messageTables.map((table) => [table, undefined]))

/**
 * Copies a scenario. Users can work in the source during the copy; readers of the destination get the old content and
 * then the copy. Throws `scenario_refused`, `scenario_not_in_use`, `scenario_not_free`, `scenario_busy`,
 * `scenario_missing`, and `scenario_server_unavailable` if the server of one of the scenarios cannot be reached.
 */
export async function copyScenario(work: ScenarioWork, request: CopyRequest): Promise<Replaced> {
  const { source, destination, force } = request
  rejectCopyInto(source, destination)
  return withScenarioLocks(work, { reads: [source], replaces: [destination] }, async (holder) => {
    const before = await lockedScenario(work.database, destination)
    requireCopyable(await lockedScenario(work.database, source), before, force)
    const home = homeFor(before, request.home)
    const { database } = await requireRoom(work, home)
    return whileBusy(work, destination, () =>
      withHomeLock(workAt(work, database), { holder, name: destination }, (mover) =>
        copyTo(workAt(work, database), { holder, mover, before, home }, request),
      ),
    )
  })
}

interface Target {
  readonly holder: pg.PoolClient
  readonly mover: pg.PoolClient
  /** The destination before the copy. */
  readonly before: Scenario
  readonly home: string | null
}

/** Copies in the database of the destination, whose locks are held. */
async function copyTo(
  work: ScenarioWork,
  { holder, mover, before, home }: Target,
  request: CopyRequest,
): Promise<Replaced> {
  const { source, destination, description, user } = request
  const { database, control = database } = work
  const origin = homeOf(control, source)
  const isWithin = isSameDatabase(origin, database)
  await dropAsides(work, destination, ['new', 'old', 'drop'])
  const schema = asideName(destination, 'new', timestampOf(work.now()))
  return withoutLeftovers(work, schema, async () => {
    await origin.withTransaction((client) => requireLine(client, source))
    const plan = { source, schema, instead: leftOut }
    const { rows } = isWithin ? await buildAside(work, mover, plan) : await copyAcross(work, origin, plan)
    if (!before.hasSchema) {
      await grantInNew(work, { scenario: destination, schema, ...(isWithin ? { source } : {}) })
      await work.deleteFiles?.(destination)
    }
    const old = await replaceData(work, {
      holder,
      mover,
      part: { kind: 'copy', scenario: destination, source, user, description, home },
      swap: {
        scenario: destination,
        schema,
        replaced: 'drop',
        also: (client, replaced) =>
          recordReplacement(client, { kind: 'copy', source, scenario: destination, user, replaced }),
      },
    })
    await dropReplaced(work, destination, ({ schema: replaced }) => replaced === old)
    return { rows, kept: undefined }
  })
}

/**
 * Returns the server for a copy; null for the first one. A scenario that is in use stays where it is. Throws
 * `scenario_refused`.
 */
export function homeFor({ name, home, hasSchema }: Scenario, wanted: string | undefined): string | null {
  const given = wanted === firstServer ? null : wanted
  if (!hasSchema) return given ?? null
  if (given === undefined || given === home) return home
  throw refused({
    code: 'in_use_on_server',
    params: { name, server: home ?? firstServer, wanted: given ?? firstServer },
  })
}

/** Returns the database of a server, which is marked as one of this installation. */
async function requireRoom(
  { database }: Pick<ScenarioWork, 'database'>,
  home: string | null,
): Promise<{ readonly database: Database }> {
  if (home === null) return { database }
  const server = requireServer(database, home)
  await requireOwnServer(database, server, home)
  return { database: server }
}

/** Drops the new schema if the callback fails; if the process is killed, the cleanup drops it. */
export async function withoutLeftovers<Result>(
  work: Pick<ScenarioWork, 'database' | 'log'>,
  schema: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    await dropOrLeave(work, schema)
    throw error
  }
}

/** Throws `scenario_refused` for scenarios between which copies are not allowed. */
export function rejectCopyInto(source: string, destination: string): void {
  rejectSame(source, destination)
  if (destination !== productionScenario) return
  throw refused({ code: 'production_not_copied_over', params: { source, destination } })
}

/** Throws `scenario_not_in_use` and `scenario_not_free` if the status of one of the scenarios does not allow the copy. */
export function requireCopyable(source: Scenario, { name, status }: Scenario, force: boolean): void {
  requireInUse(source)
  if (!force && status !== 'Free') {
    const remedy = { code: 'release_or_force' } as const
    throw new ServiceError('scenario_not_free', { scenario: name, status, remedy })
  }
}

export function rejectSame(source: string, destination: string): void {
  if (source === destination) throw refused({ code: 'source_is_destination', params: { source } })
}

export function requireInUse({ name, status, hasSchema }: Scenario): void {
  if (status !== 'In use' || !hasSchema) {
    throw new ServiceError('scenario_not_in_use', { scenario: name, status })
  }
}

export const refused = (reason: Message): ServiceError => new ServiceError('scenario_refused', { reason })
