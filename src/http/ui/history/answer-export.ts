/**
 * Returns the security events of accounts as JSON lines. Only for superusers of production, because it contains the
 * names of all users.
 */
import { Readable } from 'node:stream'
import { securityLines } from '../../../auth/security-export.ts'
import { jsonLines } from '../../../contract/endpoint.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import { type EndpointHandler, RawReply } from '../../contract/routes.ts'

export const answerExport: EndpointHandler<(typeof historyEndpoints)['GET /api/audit/export/']> = async (
  { exchange },
  { query: { since = '', limit } },
) => {
  const { control } = exchange.service
  const lines = await securityLines({ database: control, since, limit, signal: exchange.signal })
  const headers = { 'content-type': jsonLines, 'cache-control': 'no-store' }
  return new RawReply({ status: 200, headers, body: Readable.from(lines, { objectMode: false }) })
}
