/** `GET /api/lookup/<app>/<entity>/?q=`: finds records by name, for reference fields. */
import { authorize } from '../../../auth/rights/policies.ts'
import { findRecords } from '../../../data/read/find-records.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { scopeConditions, searchOptions } from '../../data/data-call.ts'
import { entityOf, searchText, wholeNumber, type WordCall } from '../word-call.ts'

export async function answerLookup(call: WordCall): Promise<Answer> {
  const entity = entityOf(call)
  const { context, principal, scenario, query } = call
  const { scope } = authorize(principal, scenario, entity, 'GET')
  const limit = wholeNumber(query, 'limit', { least: 1, most: 100, otherwise: 20 })
  const text = searchText(query, 'q')
  const clauses = scopeConditions(entity, scope)
  return jsonAnswer(200, await findRecords(context, entity, { text, limit, clauses }, searchOptions(call)))
}
