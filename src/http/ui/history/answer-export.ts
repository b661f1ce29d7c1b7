/**
 * `GET /api/audit/export/`: returns the security events of accounts as JSON lines. Only for superusers of production,
 * because it contains the names of all users.
 */
import { Readable } from 'node:stream'
import { isSuperuser } from '../../../auth/principal.ts'
import { mostExported, securityLines } from '../../../auth/security-export.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { Answer } from '../../answer.ts'
import { defaultScenario, parameter } from '../../request-target.ts'
import { wholeNumber, type WordCall } from '../word-call.ts'

export async function answerExport({ exchange, principal, query }: WordCall): Promise<Answer> {
  if (!isSuperuser(principal, defaultScenario)) throw new ServiceError('permission_denied')
  const lines = await securityLines({
    database: exchange.service.database,
    since: parameter(query, 'since') ?? '',
    limit: wholeNumber(query, 'limit', { least: 1, most: mostExported, otherwise: 10_000 }),
    signal: exchange.signal,
  })
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
  return { status: 200, headers, body: Readable.from(lines, { objectMode: false }) }
}
