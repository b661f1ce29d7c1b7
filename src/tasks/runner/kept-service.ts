/**
 * Keeps the service with its model, and the connection that holds the task lock, open between the tasks of a worker's
 * process. Opening both anew takes 30 ms of processor time on both sides. Tasks use separate connections of their
 * own.
 */
import type pg from 'pg'
import { connectDatabase } from '../../database/connect.ts'
import { openService, type Service } from '../../service/service.ts'
import { createLogger } from '../../settings/logger.ts'
import type { Settings } from '../../settings/settings.ts'
import { extendedBy } from '../registry.ts'

export interface KeptService {
  /** Address of the connected database. */
  readonly url: string
  readonly service: Service
  /** The connection that holds locks: anything written by it was written by the holder. */
  readonly client: pg.PoolClient
  /** Set when the connection, and with it every lock, is lost. */
  readonly lost: Error | undefined
  /** Sets the single listener that is called when the connection is lost. */
  onLoss(listener: ((error: Error) => void) | undefined): void
  close(): Promise<void>
}

/** Returns the service in its present state, with every model change that was committed before. */
export type KeepService = (settings: Settings, url: string) => Promise<KeptService>

/** One connection each for the lock, for change notifications, and for reading the model and the users. */
const poolSize = 3

const logger = createLogger({ LOG_LEVEL: 'error' })

/** Keeps a service as long as its connections are open and the address of the database stays the same. */
export function createServiceKeeper(): KeepService {
  let kept: KeptService | undefined
  return async (settings, url) => {
    const known = kept
    kept = undefined
    if (known?.url === url && known.lost === undefined) {
      const fresh = await refreshed(known).catch(() => false)
      if (fresh) return (kept = known)
    }
    // The connections are closed or lead to another database; there is no need to wait until they are closed.
    void known?.close().catch(() => undefined)
    kept = await open(settings, url)
    return kept
  }
}

async function refreshed({ service }: KeptService): Promise<boolean> {
  service.auth.access.invalidateAll()
  await service.models.refresh()
  return true
}

async function open(settings: Settings, url: string): Promise<KeptService> {
  const database = connectDatabase({
    url,
    timeZone: settings.TIME_ZONE,
    homes: settings.SCENARIO_DATABASES,
    poolSize,
    applicationName: 'planctl task process',
  })
  let service: Service | undefined
  const close = async (): Promise<void> => {
    await service?.close()
    await database.close()
  }
  try {
    // In parallel, because each opens a connection, which takes 10 ms.
    const connecting = database.direct.pool.connect()
    connecting.catch(() => undefined)
    service = await openService({ settings, database, logger, ...(await extendedBy(settings)) })
    await service.auth.access.ready
    return holding(await connecting, { url, service, close })
  } catch (error) {
    void close().catch(() => undefined)
    throw error
  }
}

function holding(
  client: pg.PoolClient,
  { url, service, close }: Pick<KeptService, 'url' | 'service' | 'close'>,
): KeptService {
  let lost: Error | undefined
  let listener: ((error: Error) => void) | undefined
  let released = false
  const onLoss = (error?: Error): void => {
    if (lost !== undefined || released) return
    lost = error ?? new Error('The connection to the database was closed.')
    listener?.(lost)
  }
  client.on('error', onLoss)
  client.on('end', onLoss)
  return {
    url,
    service,
    client,
    get lost() {
      return lost
    },
    onLoss: (wanted) => {
      listener = wanted
      if (lost !== undefined) wanted?.(lost)
    },
    close: async () => {
      released = true
      client.release(true)
      await close()
    },
  }
}
