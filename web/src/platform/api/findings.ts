/** Reads problems of the plan and constraints (the reasons why orders are late) of one object. */
import { queryOptions } from '@tanstack/react-query'
import { getStart } from './client.ts'
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

/** Query for the first findings of a filter, by start. */
export const findingsQuery = (scenario: string, kind: FindingKind, filter: Query) =>
  queryOptions({
    queryKey: ['findings', scenario, kind, filter],
    queryFn: ({ signal }) => {
      const query = { ...filter, ordering: 'startdate', limit: most }
      return getStart(withQuery(entityPath(scenario, `output.${kind}`), query), list(findingShape), {
        signal,
      })
    },
  })
