/** What is wrong in the plan (problems) and why orders are late (constraints), of one object. */
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
  /** Sales order that is late; problems have none. */
  demand: nullable(text),
  startdate: text,
  enddate: text,
})

export type Finding = Shaped<typeof findingShape>

/** Findings that are shown at once; all of them are a list away. */
const most = 20

export interface Findings {
  readonly rows: readonly Finding[]
  /** How many there are in all. */
  readonly total: number
}

/** The first findings that a filter finds, by their start. */
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
