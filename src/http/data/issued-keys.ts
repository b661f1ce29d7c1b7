/** Shows the secret of an API key in the answer to its creation, the only time it is ever shown. */
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
