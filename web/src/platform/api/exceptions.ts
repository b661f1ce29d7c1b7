/** Reads the exceptions of the plan, the most urgent first, and changes their status, assignee and note. */
import { exceptionStatuses } from '../../../../src/model/exception-kinds.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson, send } from './client.ts'
import { type Body, call } from './endpoints.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, oneOf, type Shaped, text } from './shape.ts'

/** Kinds that users handle in the same way. */
export const exceptionGroups = {
  late: ['late', 'short'],
  expedite: ['expedite'],
  reschedule: ['postpone', 'cancel'],
  shortage: ['shortage'],
  capacity: ['overload', 'infeasible'],
  excess: ['excess'],
  data: ['data'],
} as const

export type ExceptionGroup = keyof typeof exceptionGroups
export const groupNames = [
  'late',
  'expedite',
  'reschedule',
  'shortage',
  'capacity',
  'excess',
  'data',
] as const satisfies readonly ExceptionGroup[]

export type ExceptionState = (typeof exceptionStatuses)[number]

/** Kind of an exception. */
const exceptionKind = oneOf(...groupNames.flatMap((name) => exceptionGroups[name]))

const exceptionShape = object({
  id: text,
  rank: number,
  kind: exceptionKind,
  subject: text,
  type: nullable(text),
  item: nullable(text),
  location: nullable(text),
  customer: nullable(text),
  supplier: nullable(text),
  cause: nullable(text),
  bottleneck: nullable(text),
  startdate: nullable(text),
  enddate: nullable(text),
  quantity: nullable(number),
  days: nullable(number),
  effect: number,
  value: number,
  count: number,
  description: nullable(text),
  status: oneOf(...exceptionStatuses),
  until: nullable(text),
  assignee: nullable(text),
  note: nullable(text),
})

export type PlanException = Shaped<typeof exceptionShape>

export interface ExceptionFilter {
  readonly group?: ExceptionGroup | undefined
  /** Undefined for all states. */
  readonly status?: ExceptionState | undefined
  /** Login name. */
  readonly assignee?: string | undefined
  /** Part of the name of the owner, item, customer, supplier or bottleneck. */
  readonly search?: string | undefined
  readonly location?: string | undefined
  readonly customer?: string | undefined
}

const queryOf = ({ group, status, assignee, search, location, customer }: ExceptionFilter): Query => ({
  ...(group === undefined ? {} : { kind__in: exceptionGroups[group].join(',') }),
  ...(status === undefined ? {} : { status }),
  ...(assignee === undefined ? {} : { assignee }),
  ...(search === undefined || search === '' ? {} : { search }),
  location,
  customer,
})

const path = (scenario: string): string => scenarioPath(scenario, '/api/exceptions/')

/** Returns the address of the exceptions of a filter as a spreadsheet. */
export const exceptionsFile = (scenario: string, filter: ExceptionFilter): string =>
  withQuery(scenarioPath(scenario, '/api/output/exception/'), { ...queryOf(filter), format: 'xlsx' })

export interface ExceptionPage {
  readonly rows: readonly PlanException[]
  /** Number of exceptions of the filter. */
  readonly total: number
}

/** Query for the first exceptions of a filter, by rank. */
export const exceptionsQuery = (scenario: string, filter: ExceptionFilter, limit: number) =>
  queryOptions({
    queryKey: ['exceptions', scenario, filter, limit],
    queryFn: async ({ signal }): Promise<ExceptionPage> => {
      const answer = await send(withQuery(path(scenario), { ...queryOf(filter), limit }), { signal })
      const rows = list(exceptionShape)(await answer.json(), path(scenario))
      return { rows, total: Number(answer.headers.get('x-total-count') ?? rows.length) }
    },
    // Shows the previous result until the next one arrives.
    placeholderData: (before) => before,
  })

/** Query for the number of exceptions of each group. */
export const exceptionCountsQuery = (scenario: string, filter: Omit<ExceptionFilter, 'group'>) =>
  queryOptions({
    queryKey: ['exceptions', scenario, 'counts', filter],
    queryFn: async ({ signal }): Promise<Readonly<Record<ExceptionGroup, number>>> => {
      const kinds = await getJson(
        withQuery(path(scenario), { ...queryOf(filter), fields: 'kind' }),
        list(object({ kind: exceptionKind })),
        { signal },
      )
      const counts = {
        late: 0,
        expedite: 0,
        reschedule: 0,
        shortage: 0,
        capacity: 0,
        excess: 0,
        data: 0,
      }
      for (const name of groupNames) {
        const members: ReadonlySet<string> = new Set(exceptionGroups[name])
        counts[name] = kinds.filter((one) => members.has(one.kind)).length
      }
      return counts
    },
    placeholderData: (before) => before,
  })

const placeFields = ['location', 'customer'] as const

/** Query for the locations and the customers of the exceptions of all states, by name. */
export const exceptionPlacesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['exceptions', scenario, 'places'],
    queryFn: async ({ signal }) => {
      const shape = list(object({ location: nullable(text), customer: nullable(text) }))
      const rows = await getJson(withQuery(path(scenario), { fields: placeFields.join(',') }), shape, {
        signal,
      })
      const namesOf = (field: (typeof placeFields)[number]): readonly string[] =>
        [...new Set(rows.flatMap((row) => row[field] ?? []))].toSorted((a, b) => a.localeCompare(b))
      return { location: namesOf('location'), customer: namesOf('customer') }
    },
  })

export type ExceptionChange = Omit<Body<'POST /api/exceptions/'>, 'ids'>

/** Permission to change the status, assignee and note of exceptions. */
export const mayNote = 'common.add_comment'

const noteShape = object({ assignee: nullable(text), note: nullable(text), until: nullable(text) })

/** What users have entered for an exception. */
export type ExceptionNote = Shaped<typeof noteShape>

/** Returns what users have entered for an exception by now; undefined if the plan no longer has it. */
export async function readNote(scenario: string, id: string): Promise<ExceptionNote | undefined> {
  const query = { id, fields: 'assignee,note,until' }
  const [found] = await getJson(withQuery(path(scenario), query), list(noteShape), {})
  return found
}

export const changeExceptions = (
  scenario: string,
  ids: readonly string[],
  change: ExceptionChange,
): Promise<unknown> => call('POST /api/exceptions/', { body: { ids, ...change } }, { scenario })
