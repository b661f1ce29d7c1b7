/** Storage of API keys: generates the secret, stores its hash, and returns the secret in the response to its creation. */
import type { CoercedRecord, DataContext, EntityStorage } from '../../data/context.ts'
import type { Access } from '../access.ts'
import type { Message } from '../../errors/messages.ts'
import { generateApiKey, hashApiKey, namesOf } from '../credentials/api-keys.ts'
import { requireEntity } from '../../model/model.ts'
import { createFaultList } from './fault-list.ts'
import { storedIds } from './own-storage.ts'

export interface ApiKeyStorageOptions {
  readonly access: Access
  /** Maximum lifetime of a key, in days. */
  readonly longest: number
}

export interface ApiKeyStorage extends EntityStorage {
  /**
   * Returns the secrets of the keys that a write with this context has created, by id of the key. They are stored
   * nowhere else, so they can be read only once.
   */
  issuedKeys(context: DataContext): ReadonlyMap<number, string>
}

interface Issued {
  /** Secrets by hash, before the ids are known. */
  readonly byHash: Map<string, string>
  readonly byId: Map<number, string>
}

export function createApiKeyStorage({ access, longest }: ApiKeyStorageOptions): ApiKeyStorage {
  const issued = new WeakMap<DataContext, Issued>()
  const issuedBy = (context: DataContext): Issued => {
    const known = issued.get(context) ?? { byHash: new Map(), byId: new Map() }
    issued.set(context, known)
    return known
  }
  return {
    issuedKeys: (context) => issued.get(context)?.byId ?? new Map(),
    prepare: async (context, client, records) => {
      const faults = createFaultList()
      const entity = requireEntity(context.model, 'common.apikey')
      const stored = await storedIds(context, client, entity, records)
      const { rows } = await client.query<{ latest: string; now: string }>(
        `SELECT (LOCALTIMESTAMP(0) + make_interval(days => $1))::text AS "latest",
          LOCALTIMESTAMP(0)::text AS "now"`,
        [longest],
      )
      const latest = isoText(rows[0]!.latest)
      const now = isoText(rows[0]!.now)
      for (const [index, record] of records.entries()) {
        const expiry = record['expiry_date']
        if (typeof expiry === 'string' && isoText(expiry) <= now) {
          faults.add(index, 'expiry_date', { code: 'in_the_past' })
        }
        capExpiry(record, latest)
        checkNames(context, record, (field, fault) => faults.add(index, field, fault))
        if (stored.has(Number(record['id'] ?? 0))) {
          delete record['hashed_key']
          continue
        }
        if (context.actor.userId === null) faults.add(index, 'user', { code: 'required' })
        const secret = generateApiKey()
        const hash = hashApiKey(secret)
        record['user'] = context.actor.userId
        record['hashed_key'] = hash
        issuedBy(context).byHash.set(hash, secret)
      }
      return faults.result()
    },
    afterMerge: async (context, client, records) => {
      const { byHash, byId } = issuedBy(context)
      const { rows } = await client.query<{ id: number; hashed_key: string }>(
        'SELECT "id", "hashed_key" FROM control."apikey" WHERE "id" = ANY ($1::bigint[])',
        [records.map(({ key }) => key)],
      )
      for (const { id, hashed_key: hash } of rows) {
        const secret = byHash.get(hash)
        if (secret !== undefined) byId.set(id, secret)
      }
    },
    afterCommit: async () => access.apiKeys.clear(),
  }
}

/** Times in ISO notation can be compared as texts. */
const isoText = (moment: string): string => moment.replace(' ', 'T')

/**
 * Validates the entities and scenarios to which a key is limited: a misspelled name would reject requests that were
 * meant to be allowed.
 */
function checkNames(
  { model }: DataContext,
  record: CoercedRecord,
  add: (field: string, fault: Message) => void,
): void {
  const { entities, scenarios } = record
  for (const name of namesOf(typeof entities === 'string' ? entities : null) ?? []) {
    if (!model.byName.has(name))
      add('entities', { code: 'unknown_entity_of_key', params: { value: name.slice(0, 100) } })
  }
  for (const name of namesOf(typeof scenarios === 'string' ? scenarios : null) ?? []) {
    if (!/^[a-z0-9_]{1,63}$/i.test(name))
      add('scenarios', { code: 'scenario_missing', params: { name: name.slice(0, 100) } })
  }
}

function capExpiry(record: CoercedRecord, latest: string): void {
  const asked = record['expiry_date']
  if (typeof asked === 'string' && isoText(asked) > latest) record['expiry_date'] = latest
}
