/** Adds the secret of a new API key to the response of its creation. It is never shown again. */
import { recordSeparator } from '../../data/read/index.ts'
import type { Entity } from '../../model/entity.ts'
import type { DataCall } from './data-call.ts'

/** Returns whether new records of the entity have a secret, so that the response must contain them. */
export const issuesKeys = ({ name }: Entity): boolean => name === 'common.apikey'

/** Returns the secrets of the keys that the request has created, by id. */
export const issuedKeys = ({ exchange, context }: DataCall): ReadonlyMap<number, string> =>
  exchange.service.auth.issuedKeys(context)

/** Returns the text of a record with its secret. */
export function withIssuedKey(call: DataCall, record: string): string {
  const issued = issuedKeys(call)
  return issued.size === 0 ? record : recordWithKey(JSON.parse(record), issued)
}

/** Does the same for a list of records in chunks. */
export function withIssuedKeys(call: DataCall, list: readonly Buffer[]): readonly Buffer[] {
  const issued = issuedKeys(call)
  if (issued.size === 0) return list
  const records: readonly unknown[] = JSON.parse(Buffer.concat(list).toString('utf8'))
  return [Buffer.from(`[${records.map((record) => recordWithKey(record, issued)).join(recordSeparator)}]`)]
}

function recordWithKey(record: unknown, issued: ReadonlyMap<number, string>): string {
  const id = typeof record === 'object' && record !== null && 'id' in record ? Number(record.id) : 0
  const key = issued.get(id)
  return JSON.stringify(key === undefined ? record : { ...Object(record), key })
}
