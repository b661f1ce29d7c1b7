/** Adds the secret of a new API key to the response of its creation. It is never shown again. */
import { recordSeparator } from '../../data/read/index.ts'
import type { DataCall } from './data-call.ts'

/** Returns the text of a record with its secret. */
export function withIssuedKey({ exchange, context }: DataCall, record: string): string {
  const issued = exchange.service.auth.issuedKeys(context)
  return issued.size === 0 ? record : recordWithKey(JSON.parse(record), issued)
}

/** Does the same for a list of records in chunks. */
export function withIssuedKeys({ exchange, context }: DataCall, list: readonly Buffer[]): readonly Buffer[] {
  const issued = exchange.service.auth.issuedKeys(context)
  if (issued.size === 0) return list
  const records: readonly unknown[] = JSON.parse(Buffer.concat(list).toString('utf8'))
  return [Buffer.from(`[${records.map((record) => recordWithKey(record, issued)).join(recordSeparator)}]`)]
}

function recordWithKey(record: unknown, issued: ReadonlyMap<number, string>): string {
  const id = typeof record === 'object' && record !== null && 'id' in record ? Number(record.id) : 0
  const key = issued.get(id)
  return JSON.stringify(key === undefined ? record : { ...Object(record), key })
}
