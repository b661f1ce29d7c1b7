import { expect, test } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { parseQueryOf } from './parse-query.ts'

const closed = Object.entries<Endpoint>(contract).filter(
  ([, { takesFilters, takesTaskParameters, takesForeignParameters }]) =>
    (takesFilters ?? takesTaskParameters ?? takesForeignParameters) === undefined,
)

test.each(closed)('%s rejects a parameter that it would ignore', (_, endpoint) => {
  const known = Object.keys(endpoint.query ?? {})
  const remedy =
    known.length === 0 ? 'No parameters are accepted here.' : `Known parameters: ${known.join(', ')}.`
  expect(() => parseQueryOf(endpoint, [['surplus', '1']])).toThrow(`"surplus". ${remedy}`)
})

test('the format that clients of the data API send is accepted', () => {
  expect(parseQueryOf(contract['GET /api/inbox/'], [['format', 'json']])).toMatchObject({ unread: false })
})
