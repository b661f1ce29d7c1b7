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
  /**
   * Calls back after the access of the user may have changed: with `user` after a change of this user, with `all`
   * after a change of many users, such as of a group. Returns a function that ends the watch.
   */
  watch(userId: number, onChange: (scope: 'user' | 'all') => void): () => void
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

interface Watcher {
  readonly userId: number
  readonly onChange: (scope: 'user' | 'all') => void
}

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
  const watchers = new Set<Watcher>()
  const notify = (userId?: number): void => {
    for (const one of watchers) {
      if (userId === undefined) one.onChange('all')
      else if (one.userId === userId) one.onChange('user')
    }
  }
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
      // The user of a session that is not cached is unknown: all users are notified.
      const userId = subject === 'session' ? sessions.peek(id)?.userId : Number(id)
      if (subject === 'user') invalidateUser(Number(id))
      else if (subject === 'session') sessions.forget(id)
      else invalidateAll()
      notify(subject === 'user' || subject === 'session' ? userId : undefined)
    },
    onGap: () => {
      invalidateAll()
      notify()
    },
    ...(onFailure === undefined ? {} : { onFailure }),
  })
  return {
    accounts,
    apiKeys,
    sessions,
    watch: (userId, onChange) => {
      const watcher = { userId, onChange }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    invalidateAll,
    ready: changes.ready,
    close: () => changes.close(),
  }
}
