/** Reads problems of the plan and constraints (the reasons why orders are late) of one object. */
import { queryOptions } from '@tanstack/react-query'
import { send } from './client.ts'
import { entityPath, type Query, withQuery } from './paths.ts'
import { list, nullable, number, object, otherwise, type Shaped, text } from './shape.ts'

export type FindingKind = 'problem' | 'constraint'

const findingShape = object({
  id: number,
  name: text,
  owner: text,
  description: otherwise(text, ''),
  /** Late sales order; null for problems. */
  demand: nullable(text),
  startdate: text,
  enddate: text,
})

export type Finding = Shaped<typeof findingShape>

/** Maximum number of findings on the screen; a list shows all of them. */
const most = 20

export interface Findings {
  readonly rows: readonly Finding[]
  /** Number of findings of the filter. */
  readonly total: number
}

/** Query for the first findings of a filter, by start. */
export const findingsQuery = (scenario: string, kind: FindingKind, filter: Query) =>
  queryOptions({
    queryKey: ['findings', scenario, kind, filter],
    queryFn: async ({ signal }): Promise<Findings> => {
      const path = entityPath(scenario, `output.${kind}`)
      const answer = await send(withQuery(path, { ...filter, ordering: 'startdate', limit: most }), {
        signal,
      })
      const rows = list(findingShape)(await answer.json(), path)
      return { rows, total: Number(answer.headers.get('x-total-count') ?? rows.length) }
    },
  })
