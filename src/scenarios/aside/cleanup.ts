/**
 * Cleans up after killed processes: drops schemas that were built or replaced and are no longer in use, drops kept
 * schemas after their retention, and resets the status `Busy` if no process holds the lock.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { lockNotAvailable } from '../../database/errors.ts'
import type { Database } from '../../database/database.ts'
import { homesOf } from '../../database/homes.ts'
import { identifier } from '../../database/identifiers.ts'
import { messageOf, ServiceError } from '../../errors/service-error.ts'
import { messageText } from '../../errors/messages.ts'
import { type AsideKind, type AsideName, parseAsideName } from './schema-names.ts'
import { isOwnServer } from './further-servers.ts'
import { laterCodes, settleStatus, withScenarioLocks } from './scenario-lock.ts'
import { type ScenarioWork, timestampOf } from './work.ts'

/** Retention in days of data that a promote has replaced. */
export const keptDays = 30

export interface Aside extends AsideName {
  readonly schema: string
}

/** Returns the schemas of copies besides the live ones, the newest first. */
export async function listAsides(
  database: Pick<Database, 'query'>,
  scenario?: string,
): Promise<readonly Aside[]> {
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT nspname::text AS "name" FROM pg_catalog.pg_namespace
      WHERE nspname ~ '__(new|old|drop)_[0-9]{14}$' ORDER BY 1`,
  })
  return rows
    .flatMap(({ name }) => {
      const parsed = parseAsideName(name)
      return parsed === undefined ? [] : [{ ...parsed, schema: name }]
    })
    .filter((aside) => scenario === undefined || aside.scenario === scenario)
    .toSorted((a, b) => (a.time < b.time ? 1 : -1))
}

/** Drops the asides of the given kinds of one scenario. The caller must hold the lock of the scenario. */
export async function dropAsides(
  work: Pick<ScenarioWork, 'database'>,
  scenario: string,
  kinds: readonly AsideKind[],
): Promise<void> {
  for (const { schema, kind } of await listAsides(work.database, scenario)) {
    if (kinds.includes(kind)) await dropSchema(work.database, schema)
  }
}

/**
 * Drops a schema that is no longer live. If other transactions still use it after several attempts, the next cleanup
 * retries. Returns whether it was dropped.
 */
export async function dropSchema(database: Database, schema: string): Promise<boolean> {
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      await database.withTransaction(async (client) => {
        await client.query(`SET LOCAL lock_timeout TO '1s'`)
        await client.query(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`)
      })
      return true
    } catch (error) {
      if (!isLocked(error)) throw error
      await delay(100)
    }
  }
  return false
}

/**
 * Drops schemas whose data was replaced. The replacement is complete whether they can be dropped or not: what is left
 * is logged, and the next cleanup drops it.
 */
export async function dropReplaced(
  work: Pick<ScenarioWork, 'database' | 'log'>,
  scenario: string,
  isReplaced: (aside: Aside) => boolean,
): Promise<void> {
  let asides: readonly Aside[]
  try {
    asides = await listAsides(work.database, scenario)
  } catch (error) {
    const schemas = `The schemas with replaced data of "${scenario}" could not be listed`
    work.log?.(`${schemas}: ${reasonOf(error)} ${laterDropped}`, 'warning')
    return
  }
  for (const aside of asides) {
    if (isReplaced(aside)) await dropOrLeave(work, aside.schema)
  }
}

/** Drops a schema that is no longer live, or logs that it is left for the next cleanup. */
export async function dropOrLeave(
  { database, log }: Pick<ScenarioWork, 'database' | 'log'>,
  schema: string,
): Promise<void> {
  let reason = 'other transactions still use it.'
  try {
    if (await dropSchema(database, schema)) return
  } catch (error) {
    reason = reasonOf(error)
  }
  log?.(`The schema "${schema}" could not be deleted: ${reason} ${laterDropped}`, 'warning')
}

/** What happens to schemas that are left; the service runs the cleanup every few seconds. */
const laterDropped = 'The cleanup of the service deletes what is left.'

/** Returns what an error says, as a sentence. */
const reasonOf = (error: unknown): string => messageText(messageOf(error)).replace(/[^.]$/, '$&.')

function isLocked(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error
  return cause instanceof DatabaseError && (cause.code === lockNotAvailable || cause.code === '40P01')
}

/** Returns the asides to drop: all except the newest replaced schema of each scenario, which is kept until `oldest`. */
function staleOf(asides: readonly Aside[], oldest: string): readonly Aside[] {
  const old = asides.filter(({ kind }) => kind === 'old')
  return asides.filter(
    (aside) =>
      aside.kind !== 'old' ||
      aside.time < oldest ||
      old.some(({ scenario, time }) => scenario === aside.scenario && time > aside.time),
  )
}

/** A server on which a scenario has schemas to drop. */
interface PlacedAside extends Pick<Aside, 'scenario'> {
  readonly server: Database
}

/** Returns the first server and those further ones of this installation that can be reached. */
async function reachableServers(database: Database): Promise<readonly Database[]> {
  const found: Database[] = [database]
  for (const server of homesOf(database).servers.values()) {
    if (await isOwnServer(database, server).catch(() => false)) found.push(server)
  }
  return found
}

/**
 * Cleans up all scenarios that are not locked. Returns the schemas that were dropped.
 * @throws what the cleanup of a scenario has thrown, after that of the others
 */
export async function cleanupScenarios(
  work: Pick<ScenarioWork, 'database' | 'now' | 'signal'>,
): Promise<readonly string[]> {
  const { database, now } = work
  const oldest = timestampOf(new Date(now().getTime() - keptDays * 86_400_000))
  const asides: PlacedAside[] = []
  for (const server of await reachableServers(database)) {
    for (const { scenario } of staleOf(await listAsides(server), oldest)) asides.push({ scenario, server })
  }
  const { rows: busy } = await database.query<{ name: string }>({
    text: `SELECT "name" FROM control."scenario" WHERE "status" = 'Busy'`,
  })
  const removed: string[] = []
  const errors: unknown[] = []
  const names = new Set([...asides.map(({ scenario }) => scenario), ...busy.map(({ name }) => name)])
  for (const name of names) {
    const servers = new Set(asides.filter(({ scenario }) => scenario === name).map(({ server }) => server))
    const round = withScenarioLocks(work, { replaces: [name] }, async () => {
      // First, because a schema that is to be dropped may be the mark of what was begun.
      await settleStatus(database, name)
      // Listed again, because another process may have changed the schemas before the lock was acquired.
      for (const server of servers) {
        for (const { schema } of staleOf(await listAsides(server, name), oldest)) {
          if (await dropSchema(server, schema)) removed.push(schema)
        }
      }
    })
    await round.catch((error: unknown) => {
      if (!(error instanceof ServiceError && laterCodes.has(error.code))) errors.push(error)
    })
  }
  if (errors.length > 0) throw errors[0]
  return removed
}
