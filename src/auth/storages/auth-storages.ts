/** Creates the storages of the entities of this folder, by entity name. */
import type { DataContext, EntityStorage } from '../../data/context.ts'
import type { Model } from '../../model/model.ts'
import type { Access } from '../access.ts'
import type { CommentRate } from '../comment-rate.ts'
import { allPermissions, type Permission } from '../rights/permissions.ts'
import { createApiKeyStorage } from './api-key-storage.ts'
import { createCommentStorage } from './comment-storage.ts'
import { createGroupStorage } from './group-storage.ts'
import { createMentionStorage } from './mention-storage.ts'
import { createOwnStorage } from './own-storage.ts'
import { createOwnerQuota, mostApiKeys, mostFollows, mostNotifications } from './owner-quota.ts'
import { createPreferenceStorage } from './preference-storage.ts'
import { createScenarioStorage } from './scenario-storage.ts'
import { createSubjectStorage } from './subject-storage.ts'
import { createUserStorage, userEntity } from './user-storage.ts'

export interface AuthStoragesOptions {
  readonly access: Access
  readonly commentRate: CommentRate
  /** Maximum lifetime of an API key, in days. */
  readonly apiKeyMaxAge: number
  /** Permissions of tasks (`execute.run_<task>`). */
  readonly taskPermissions: readonly string[]
}

export interface AuthStorages {
  readonly storages: ReadonlyMap<string, EntityStorage>
  /** Returns the secrets of the API keys that a write with this context has created, by id of the key; to be shown once. */
  issuedKeys(context: DataContext): ReadonlyMap<number, string>
  /** Returns the names that new comments of a write with this context mention, but of which no user was notified. */
  unknownMentions(context: DataContext): readonly string[]
}

export function createAuthStorages(options: AuthStoragesOptions): AuthStorages {
  const { access, apiKeyMaxAge, commentRate, taskPermissions } = options
  const known = new WeakMap<Model, ReadonlyMap<string, Permission>>()
  const permissions = (model: Model): ReadonlyMap<string, Permission> => {
    const all = known.get(model) ?? allPermissions(model, taskPermissions)
    known.set(model, all)
    return all
  }
  const apiKeys = createApiKeyStorage({ access, longest: apiKeyMaxAge })
  const comments = createMentionStorage(
    createCommentStorage(access, commentRate, createSubjectStorage(access, 'common.comment')),
  )
  return {
    storages: new Map<string, EntityStorage>([
      [userEntity, createUserStorage({ access, permissions })],
      ['auth.group', createGroupStorage({ access, permissions })],
      ['common.apikey', createOwnerQuota('common.apikey', mostApiKeys, apiKeys)],
      ['common.scenario', createScenarioStorage(access)],
      [
        'common.notification',
        createOwnerQuota(
          'common.notification',
          mostNotifications,
          createOwnStorage(access, 'common.notification'),
        ),
      ],
      ['common.userpreference', createPreferenceStorage(createOwnStorage(access, 'common.userpreference'))],
      ['common.comment', comments],
      [
        'common.follower',
        createSubjectStorage(
          access,
          'common.follower',
          createOwnerQuota('common.follower', mostFollows, createOwnStorage(access, 'common.follower')),
        ),
      ],
    ]),
    issuedKeys: (context) => apiKeys.issuedKeys(context),
    unknownMentions: (context) => comments.unknownMentions(context),
  }
}
