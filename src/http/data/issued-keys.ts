/** Adds the secret of a new API key to the response of its creation. It is never shown again. */
import type { DataCall } from './data-call.ts'

export function withIssuedKeys(
  { exchange, context }: DataCall,
  records: readonly string[],
): readonly string[] {
  const issued = exchange.service.auth.issuedKeys(context)
  if (issued.size === 0) return records
  return records.map((record) => {
    const value: unknown = JSON.parse(record)
    const id = typeof value === 'object' && value !== null && 'id' in value ? Number(value.id) : 0
    const key = issued.get(id)
    return key === undefined ? record : JSON.stringify({ ...Object(value), key })
  })
}
