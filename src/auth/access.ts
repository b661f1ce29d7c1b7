/**
 * Caches accounts, API keys and sessions in this process. The database sends a notification after every change of
 * them (see migrations/control/0002_access.sql), which invalidates the cache.
 *
 * While notifications do not arrive, nothing is cached, so that a revoked permission is not used after a lost
 * connection.
 */
import type { ControlDatabase } from '../database/database.ts'
import { subscribe } from '../database/notifications.ts'
import { type Account, loadAccounts } from './accounts.ts'
import { type CachedLookup, createCachedLookup } from './cached-lookup.ts'
import { type ApiKey, loadApiKey } from './credentials/api-keys.ts'
import { loadSession, type Session } from './sessions/store.ts'

export interface Access {
  readonly accounts: CachedLookup<number, Account>
  /** By hash of the key. */
  readonly apiKeys: CachedLookup<string, ApiKey>
  /** By hash of the cookie. */
  readonly sessions: CachedLookup<string, Session>
  /** Clears the cache, for the process that has made a change itself. */
  invalidateAll(): void
  /** Resolves after this process has subscribed to the notifications of changes. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

export interface AccessOptions {
  readonly database: ControlDatabase
  readonly onFailure?: ((error: unknown) => void) | undefined
}

const channel = 'access_changed'
const limits = { accounts: 20_000, apiKeys: 20_000, sessions: 50_000 }

export function openAccess({ database, onFailure }: AccessOptions): Access {
  const mayKeep = (): boolean => changes.live
  const accounts = createCachedLookup<number, Account>({
    load: async (userId) => (await loadAccounts(database, [userId])).get(userId),
    limit: limits.accounts,
    mayKeep,
  })
  const apiKeys = createCachedLookup<string, ApiKey>({
    load: (hash) => loadApiKey(database, hash),
    limit: limits.apiKeys,
    mayKeep,
  })
  const sessions = createCachedLookup<string, Session>({
    load: (id) => loadSession(database, id),
    limit: limits.sessions,
    mayKeep,
  })
  const invalidateAll = (): void => {
    for (const lookup of [accounts, apiKeys, sessions]) lookup.clear()
  }
  const invalidateUser = (userId: number): void => {
    accounts.forget(userId)
    apiKeys.invalidateWhere((key) => key.userId === userId)
    sessions.invalidateWhere((session) => session.userId === userId)
  }
  const changes = subscribe(database, channel, {
    onNotification: (payload) => {
      const [subject, id = ''] = payload.split(':')
      if (subject === 'user') invalidateUser(Number(id))
      else if (subject === 'session') sessions.forget(id)
      else invalidateAll()
    },
    onGap: invalidateAll,
    ...(onFailure === undefined ? {} : { onFailure }),
  })
  return { accounts, apiKeys, sessions, invalidateAll, ready: changes.ready, close: () => changes.close() }
}
