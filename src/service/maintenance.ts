/**
 * Maintenance while the service runs. At the start and every few seconds it removes what killed processes left and
 * finds proposals that conflict with later changes. At the start and once an hour it deletes what is older than its
 * retention. An advisory lock ensures that one process per database runs it at a time.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { failureMemoryMs } from '../auth/credentials/throttle.ts'
import { forgetSettledWork, settleControlWork } from '../data/control-work.ts'
import { deleteOldChanges } from '../data/history/retention.ts'
import { deleteOldNotices } from '../data/notices.ts'
import { settleUnlogged } from '../data/write/log/unlogged-changes.ts'
import type { Database } from '../database/database.ts'
import { homeOf } from '../database/homes.ts'
import { ServiceError } from '../errors/service-error.ts'
import { deleteDrafts } from '../scenarios/dump/old-dumps.ts'
import { cleanupScenarios } from '../scenarios/aside/cleanup.ts'
import { settleColumns } from '../scenarios/server-columns.ts'
import { scenarioSchemas } from '../scenarios/registry.ts'
import { folderKinds, folderOf, type FolderSettings, logFolder, scratchOf } from '../files/folders/folder.ts'
import { deleteStaleDrafts } from '../files/folders/stale-drafts.ts'
import { deleteOldHistory } from '../planning/history/plan-history.ts'
import type { DataContext } from '../data/context.ts'
import { deleteOldProposals } from '../proposals/delete-old-proposals.ts'
import { watchConflicts } from '../proposals/watch-conflicts.ts'
import { withdrawAbandoned } from '../proposals/withdraw-abandoned.ts'
import type { Settings } from '../settings/settings.ts'
import { usesStore } from '../storage/store-of.ts'

const retentionIntervalMs = 3_600_000
/** Time between two cleanups, in milliseconds; a cleanup costs two small statements if nothing was left. */
const cleanupIntervalMs = 15_000

export interface Maintenance extends AsyncDisposable {
  close(): Promise<void>
}

export interface MaintenanceOptions {
  readonly database: Database
  readonly settings: Pick<Settings, 'CHANGELOG_RETENTION' | 'IDEMPOTENCY_HOURS'> & FolderSettings
  /** Returns the context in which the data of a scenario is read. */
  readonly contextOf: (scenario: string) => DataContext
  readonly onFailure: (error: unknown) => void
}

/** Starts the periodic cleanup; the first one starts at once. */
export function runMaintenance(options: MaintenanceOptions): Maintenance {
  const stop = new AbortController()
  const rounds = (async () => {
    for (let next = 0; !stop.signal.aborted;) {
      const retention = performance.now() >= next
      if (retention) next = performance.now() + retentionIntervalMs
      await cleanupOnce(options, { retention, signal: stop.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted) options.onFailure(error)
      })
      await delay(cleanupIntervalMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  })()
  const close = async (): Promise<void> => {
    stop.abort()
    await rounds
  }
  return { close, [Symbol.asyncDispose]: close }
}

/** Runs one cleanup, with retention or without. Does nothing while another process holds the advisory lock. */
export async function cleanupOnce(
  { database, settings, contextOf }: Omit<MaintenanceOptions, 'onFailure'>,
  { retention = true, signal }: { readonly retention?: boolean; readonly signal?: AbortSignal } = {},
): Promise<void> {
  await database.direct.withClient(
    async (client) => {
      const { rows } = await client.query<{ mine: boolean }>(
        `SELECT pg_try_advisory_lock(hashtextextended('maintenance', 0)) AS mine`,
      )
      if (!rows[0]!.mine) return
      try {
        const perScenario = (await scenarioSchemas(database)).map((scenario) => async () => {
          const context = { ...contextOf(scenario), ...(signal && { signal }) }
          await settleControlWork(context)
          await settleUnlogged(context)
          await watchConflicts(context)
        })
        await runAll(
          [
            () => cleanupScenarios({ database, now: () => new Date(), signal }),
            // Listing an object store costs requests: drafts in it are deleted once an hour.
            async () => {
              if (retention || !usesStore(settings)) await cleanupFolders(database, settings)
            },
            () => deleteDrafts(scratchOf(logFolder(settings)).path, new Date()),
            () => deleteStaleAttempts(database),
            () =>
              database.withTransaction((settling) =>
                settleColumns(settling, database, contextOf('default').model),
              ),
            () => withdrawAbandoned(client),
            async () => {
              if (retention) await deleteOldRecords(database, settings, signal)
            },
            ...perScenario,
          ],
          signal,
        )
      } finally {
        await client.query(`SELECT pg_advisory_unlock(hashtextextended('maintenance', 0))`)
      }
    },
    { signal },
  )
}

/**
 * Runs parts one after the other, all of them, whichever fail. Leaves out scenarios whose server cannot be reached: the
 * next round comes to them.
 * @throws what the parts have thrown, together if there are several
 */
async function runAll(
  parts: readonly (() => Promise<unknown>)[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const errors: unknown[] = []
  for (const part of parts) {
    signal?.throwIfAborted()
    try {
      await part()
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'scenario_server_unavailable')) errors.push(error)
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, 'Several parts of the maintenance have failed.')
  if (errors.length > 0) throw errors[0]
}

/** Deletes what is older than its retention. */
async function deleteOldRecords(
  database: Database,
  settings: MaintenanceOptions['settings'],
  signal: AbortSignal | undefined,
): Promise<void> {
  await deleteExpiredAccess(database, settings.IDEMPOTENCY_HOURS)
  await deleteOldHistory(database)
  await forgetSettledWork(database)
  if (settings.CHANGELOG_RETENTION === 0) return
  await deleteOldProposals(database, settings.CHANGELOG_RETENTION)
  await deleteOldSecurityEvents(database, settings.CHANGELOG_RETENTION)
  await deleteOldNotices(database, settings.CHANGELOG_RETENTION)
  const scenarios = await scenarioSchemas(database)
  await runAll(
    scenarios.map(
      (scenario) => () =>
        deleteOldChanges(homeOf(database, scenario), scenario, settings.CHANGELOG_RETENTION, signal),
    ),
    signal,
  )
}

/** Deletes failed sign-ins that no longer count, and used challenges that have expired. */
async function deleteStaleAttempts(database: Database): Promise<void> {
  await database.query({
    text: `WITH "challenges" AS (DELETE FROM control."usedchallenge" WHERE "used" < now() - interval '1 hour')
      DELETE FROM control."signinfailure" WHERE "last" < now() - make_interval(secs => $1)`,
    values: [failureMemoryMs / 1000],
  })
}

/** Deletes account events that are older than the retention of the change log. */
async function deleteOldSecurityEvents(database: Database, days: number): Promise<void> {
  await database.query({
    text: `DELETE FROM control."securityevent" WHERE "created" < now() - make_interval(days => $1)`,
    values: [days],
  })
}

/** Deletes stored responses for repeated requests, and expired sessions. */
async function deleteExpiredAccess(database: Database, hours: number): Promise<void> {
  await database.query({
    text: `DELETE FROM control."idempotency" WHERE "created" < now() - make_interval(secs => $1 * 3600)`,
    values: [hours],
  })
  await database.query({ text: `DELETE FROM control."session" WHERE "expires" < now()` })
}

/** Deletes incomplete files of killed processes. Folders that cannot be read are skipped: using them reports it. */
async function cleanupFolders(database: Database, settings: MaintenanceOptions['settings']): Promise<void> {
  for (const scenario of await scenarioSchemas(database)) {
    for (const kind of folderKinds.values()) {
      await deleteStaleDrafts(folderOf(settings, scenario, kind)).catch(() => undefined)
    }
  }
}
