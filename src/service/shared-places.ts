/**
 * Checks that all servers and workers of an installation have the same file folders, or the same object store, and
 * the same secret and time zone. Every process holds a shared advisory lock for each, whose number is derived from a
 * marker file in the folder, or from the setting. A process that finds a lock with another number at its start refuses
 * to run: files and logs of one process would be missing for the others, and their times would differ.
 */
import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { ControlDatabase } from '../database/database.ts'
import { watchConnection } from '../database/silent-connection.ts'
import { englishText } from '../errors/plain-text.ts'
import { type Message, messageText } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'
import { canonicalZone } from '../settings/time-zones.ts'
import { existingJwtSecret, jwtSecret, ownFile, readOwnFile } from '../settings/secrets.ts'
import { uploadFolder } from '../settings/scenario-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { usesStore } from '../storage/store-of.ts'

type PlaceSettings = Pick<
  Settings,
  'LOGDIR' | 'UPLOADFILEFOLDER' | 'DATABASES' | 'VAR' | 'JWT_SECRET' | 'FILES_URL' | 'TIME_ZONE'
>

/** Name of the marker file in each shared folder. */
export const markerName = '.planning-folder'

/** Class id (first key) of the locks; each place adds its index. */
const placeClass = 1_952_543_100
const retryDelayMs = 1_000

interface Place {
  /** Name of the setting. */
  readonly setting: string
  readonly lockClass: number
  readonly number: number
  /** Remedy if it differs. */
  readonly remedy: Message
}

/** A place that differs from that of a running process. */
interface Difference {
  readonly setting: string
  readonly remedy: Message
  readonly address: string | null
}

/**
 * Returns the places; creates missing markers if `makesMarkers` is set, otherwise a folder without a marker counts as
 * a different one. A folder that cannot be written is left out, because the readiness check reports it.
 */
async function readPlaces(
  settings: PlaceSettings,
  { makesMarkers }: { readonly makesMarkers: boolean },
): Promise<readonly Place[]> {
  const markerOf = async (folder: string): Promise<string> =>
    makesMarkers
      ? ownFile(folder, markerName, { folder: 0o750, file: 0o640 })
      : ((await readOwnFile(folder, markerName)) ?? 'none')
  const own = Object.keys(settings.DATABASES)
    .filter((name) => settings.DATABASES[name]?.UPLOADFILEFOLDER !== undefined)
    .toSorted()
  const uploads = [settings.UPLOADFILEFOLDER, ...own.map((name) => uploadFolder(settings, name))]
  const folders = [
    ['LOGDIR', [settings.LOGDIR]],
    ['UPLOADFILEFOLDER', uploads],
  ] as const
  const places = await Promise.all(
    (usesStore(settings) ? [] : folders).map(async ([setting, paths], index) => {
      const markers = await Promise.all(paths.map((path) => markerOf(path).catch(() => undefined)))
      if (markers.includes(undefined)) return []
      const files = paths.map((path) => join(path, markerName)).join(', ')
      const remedy: Message = { code: 'check_mount_folders', params: { files } }
      return [{ setting, lockClass: placeClass + index, number: numberOf(markers.join('\n')), remedy }]
    }),
  )
  const known = makesMarkers ? await jwtSecret(settings) : await existingJwtSecret(settings)
  const secret = createHmac('sha256', known ?? 'none')
    .update('shared by all servers')
    .digest('hex')
  return [
    ...places.flat(),
    {
      setting: 'JWT_SECRET',
      lockClass: placeClass + 2,
      number: numberOf(secret),
      remedy: sameSetting('JWT_SECRET'),
    },
    {
      setting: 'FILES_URL',
      lockClass: placeClass + 3,
      number: numberOf(settings.FILES_URL),
      remedy: sameSetting('FILES_URL'),
    },
    {
      setting: 'TIME_ZONE',
      lockClass: placeClass + 4,
      number: numberOf(canonicalZone(settings.TIME_ZONE) ?? settings.TIME_ZONE),
      remedy: sameSetting('TIME_ZONE'),
    },
  ]
}

/** Returns a positive number of 31 bits for a lock. */
const numberOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE() & 0x7f_ff_ff_ff

async function findDifferences(
  client: Pick<pg.ClientBase, 'query'>,
  places: readonly Place[],
): Promise<readonly Difference[]> {
  const { rows } = await client.query<{ lockClass: number; address: string | null }>(
    `SELECT DISTINCT ON (p."class") p."class" AS "lockClass", host(a.client_addr) AS "address"
      FROM unnest($1::integer[], $2::integer[]) AS p ("class", "number")
      JOIN pg_catalog.pg_locks l ON l.classid = p."class"::oid AND l.objid <> p."number"::oid
      LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted
        AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
      ORDER BY p."class"`,
    [places.map(({ lockClass }) => lockClass), places.map(({ number }) => number)],
  )
  return rows.flatMap(({ lockClass, address }) =>
    places
      .filter((place) => place.lockClass === lockClass)
      .map(({ setting, remedy }) => ({ setting, remedy, address })),
  )
}

const sameSetting = (setting: string): Message => ({ code: 'check_same_setting', params: { setting } })

const whatDiffers = ({ setting, address }: Difference): Message =>
  address === null
    ? { code: 'check_shared_differs', params: { setting } }
    : { code: 'check_shared_differs_at', params: { setting, address } }

const describe = (difference: Difference): string =>
  `${messageText(whatDiffers(difference))}. ${messageText(difference.remedy)}`

/** Returns the differences between this machine and the running servers and workers, with remedies. */
export async function placeDifferences(
  database: ControlDatabase,
  settings: PlaceSettings,
): Promise<readonly { readonly what: Message; readonly remedy: Message }[]> {
  const places = await readPlaces(settings, { makesMarkers: false })
  const found = await database.direct.withClient((client) => findDifferences(client, places))
  return found.map((difference) => ({ what: whatDiffers(difference), remedy: difference.remedy }))
}

export interface SharedPlacesOptions {
  readonly database: ControlDatabase
  readonly settings: PlaceSettings
  readonly logger: Pick<Logger, 'warn' | 'error'>
}

/**
 * Holds the locks of the process until disposed; acquires them again after a connection loss. Throws `command_failed`
 * if a running process has other folders or another secret.
 */
export async function holdSharedPlaces({
  database,
  settings,
  logger,
}: SharedPlacesOptions): Promise<AsyncDisposable> {
  const places = await readPlaces(settings, { makesMarkers: true })
  const closing = new AbortController()
  const { pool } = database.direct

  /** Closes the connection of the locks, and reduces the pool by the connection that was added for it. */
  const end = (client: pg.PoolClient): void => {
    client.release(true)
    pool.options.max -= 1
  }

  /** Acquires the locks on a connection of its own. */
  async function take(): Promise<{
    readonly client: pg.PoolClient
    readonly differences: readonly Difference[]
  }> {
    pool.options.max += 1
    const client = await pool.connect().catch((error: unknown) => {
      pool.options.max -= 1
      throw error
    })
    try {
      await client.query(
        'SELECT pg_advisory_lock_shared("class", "number") FROM unnest($1::integer[], $2::integer[]) AS p ("class", "number")',
        [places.map(({ lockClass }) => lockClass), places.map(({ number }) => number)],
      )
      return { client, differences: await findDifferences(client, places) }
    } catch (error) {
      end(client)
      throw error
    }
  }

  async function keep(first: pg.PoolClient): Promise<void> {
    for (let client: pg.PoolClient | undefined = first; ;) {
      if (client !== undefined) await untilLost(client, closing.signal)
      if (client !== undefined) end(client)
      if (closing.signal.aborted) return
      await delay(retryDelayMs, undefined, { signal: closing.signal }).catch(() => undefined)
      const taken = await take().catch(() => undefined)
      client = taken?.client
      for (const difference of taken?.differences ?? []) logger.error(describe(difference))
    }
  }

  const { client, differences } = await take()
  if (differences.length > 0) {
    end(client)
    throw new ServiceError('command_failed', { reason: englishText(differences.map(describe).join('\n')) })
  }
  const kept = keep(client)
  return {
    [Symbol.asyncDispose]: async () => {
      closing.abort()
      await kept
    },
  }
}

/** Resolves when the connection breaks, its server is silent, or the signal aborts. */
async function untilLost(client: pg.PoolClient, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  const unwatch = watchConnection(client)
  client.on('error', end)
  client.on('end', end)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  await promise
  unwatch()
  signal.removeEventListener('abort', end)
}
