/**
 * Housekeeping: what killed processes have left goes, at the start and soon after they were killed, and what has
 * outlived its retention, at the start and once an hour. Of several processes on one database only one does it at
 * a time.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { forgetChanges } from '../data/history/retention.ts'
import type { Database } from '../database/database.ts'
import { deleteDrafts } from '../scenarios/dump/old-dumps.ts'
import { sweepScenarios } from '../scenarios/aside/janitor.ts'
import { scenarioSchemas } from '../scenarios/registry.ts'
import { folderKinds, folderOf } from '../files/folders/folder.ts'
import { deleteStaleDrafts } from '../files/folders/stale-drafts.ts'
import type { Settings } from '../settings/settings.ts'

const hour = 3_600_000
/** Milliseconds between two looks at what was left: two small statements when it is nothing. */
const sweepInterval = 15_000

export interface Housekeeping extends AsyncDisposable {
  close(): Promise<void>
}

export interface HousekeepingOptions {
  readonly database: Database
  readonly settings: Pick<
    Settings,
    'CHANGELOG_RETENTION' | 'IDEMPOTENCY_HOURS' | 'LOGDIR' | 'DATABASES' | 'UPLOADFILEFOLDER'
  >
  readonly onFailure: (error: unknown) => void
}

/** Starts the rounds; the first one begins at once. */
export function keepHouse(options: HousekeepingOptions): Housekeeping {
  const stop = new AbortController()
  const rounds = (async () => {
    for (let next = 0; !stop.signal.aborted;) {
      const retention = performance.now() >= next
      if (retention) next = performance.now() + hour
      await tidyUp(options, { retention, signal: stop.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted) options.onFailure(error)
      })
      await delay(sweepInterval, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  })()
  const close = async (): Promise<void> => {
    stop.abort()
    await rounds
  }
  return { close, [Symbol.asyncDispose]: close }
}

/** One round, with or without what is done once an hour. Does nothing while another process is at it. */
export async function tidyUp(
  { database, settings }: Pick<HousekeepingOptions, 'database' | 'settings'>,
  { retention = true, signal }: { readonly retention?: boolean; readonly signal?: AbortSignal } = {},
): Promise<void> {
  await database.withClient(
    async (client) => {
      const { rows } = await client.query<{ mine: boolean }>(
        `SELECT pg_try_advisory_lock(hashtextextended('housekeeping', 0)) AS mine`,
      )
      if (!rows[0]!.mine) return
      try {
        await sweepScenarios({ database, now: () => new Date(), signal })
        await sweepFolders(database, settings)
        await deleteDrafts(settings.LOGDIR, new Date())
        if (!retention) return
        await forgetAccess(database, settings.IDEMPOTENCY_HOURS)
        if (settings.CHANGELOG_RETENTION === 0) return
        for (const scenario of await scenarioSchemas(database)) {
          await forgetChanges(database, scenario, settings.CHANGELOG_RETENTION, signal)
        }
      } finally {
        await client.query(`SELECT pg_advisory_unlock(hashtextextended('housekeeping', 0))`)
      }
    },
    { signal },
  )
}

/** Answers kept for repeated requests, and sessions that have ended. */
async function forgetAccess(database: Database, hours: number): Promise<void> {
  await database.query({
    text: `DELETE FROM control."idempotency" WHERE "created" < now() - make_interval(secs => $1 * 3600)`,
    values: [hours],
  })
  await database.query({ text: `DELETE FROM control."session" WHERE "expires" < now()` })
}

/** Files that killed processes were writing. A folder that cannot be used is told to whoever wants to use it. */
async function sweepFolders(database: Database, settings: HousekeepingOptions['settings']): Promise<void> {
  for (const scenario of await scenarioSchemas(database)) {
    for (const kind of folderKinds.values()) {
      await deleteStaleDrafts(folderOf(settings, scenario, kind)).catch(() => undefined)
    }
  }
}
