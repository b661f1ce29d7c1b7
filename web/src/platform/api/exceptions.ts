/** Reads the exceptions of the plan, the most urgent first, and changes their status, assignee and note. */
import { exceptionStatuses } from '../../../../src/model/exception-kinds.ts'
import { queryOptions } from '@tanstack/react-query'
import { type ExceptionGroup, exceptionGroups, groupNames } from '../exception-groups.ts'
import { getJson, getStart } from './client.ts'
import { type Answer, type Body, call, entityParts } from './endpoints.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, oneOf, type Shaped, text } from './shape.ts'

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
  entity: nullable(text),
  together: nullable(text),
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
  /** Login name; empty for exceptions that are assigned to nobody. */
  readonly assignee?: string | undefined
  /** Empty for exceptions without one. */
  readonly bottleneck?: string | undefined
  /** Part of the name of the owner, item, customer, supplier or bottleneck. */
  readonly search?: string | undefined
  readonly location?: string | undefined
  readonly customer?: string | undefined
}

/** Returns the condition on a field whose empty value means none. */
const equals = (field: string, value: string | undefined): Query =>
  value === '' ? { [`${field}__isnull`]: true } : { [field]: value }

const queryOf = (filter: ExceptionFilter): Query => ({
  ...(filter.group === undefined ? {} : { kind__in: exceptionGroups[filter.group].join(',') }),
  status: filter.status,
  ...equals('assignee', filter.assignee),
  ...equals('bottleneck', filter.bottleneck),
  search: filter.search === '' ? undefined : filter.search,
  location: filter.location,
  customer: filter.customer,
})

const path = (scenario: string): string => scenarioPath(scenario, '/api/exceptions/')

/** Returns the address of the exceptions of a filter as a spreadsheet. */
export const exceptionsFile = (scenario: string, filter: ExceptionFilter): string =>
  withQuery(scenarioPath(scenario, '/api/output/exception/'), { ...queryOf(filter), format: 'xlsx' })

/**
 * Query for the exceptions of a filter, by rank.
 * @param limit maximum number of exceptions
 * @param offset number of exceptions that are left out, from the first
 */
export const exceptionsQuery = (scenario: string, filter: ExceptionFilter, limit: number, offset = 0) =>
  queryOptions({
    queryKey: ['exceptions', scenario, filter, limit, offset],
    queryFn: ({ signal }) =>
      getStart(withQuery(path(scenario), { ...queryOf(filter), limit, offset }), list(exceptionShape), {
        signal,
      }),
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

/** Number and effect of the exceptions of a bottleneck. */
export interface BottleneckTotal {
  /** Empty for exceptions without one. */
  readonly bottleneck: string
  readonly count: number
  /** Quantity-days of delay. */
  readonly effect: number
  /** The smallest rank of its exceptions. */
  readonly rank: number
}

/** Maximum number of groups in an answer. */
const groupsPage = 500

/** Query for the number and the effect of the exceptions of every bottleneck. */
export const bottleneckTotalsQuery = (scenario: string, filter: ExceptionFilter) =>
  queryOptions({
    queryKey: ['exceptions', scenario, 'bottlenecks', filter],
    queryFn: async ({ signal }): Promise<readonly BottleneckTotal[]> => {
      const query = { ...definedOf(queryOf(filter)), group: 'bottleneck', measure: 'effect__sum,rank__min' }
      const rows: Answer<'GET /api/aggregate/{app}/{entity}/'>['rows'][number][] = []
      for (let groups = 1; rows.length < groups;) {
        const page = { ...query, limit: groupsPage, offset: rows.length }
        const input = { path: entityParts('output.exception'), query: page }
        const answer = await call('GET /api/aggregate/{app}/{entity}/', input, { scenario, signal })
        rows.push(...answer.rows)
        // Exceptions may disappear between two pages.
        groups = answer.rows.length === 0 ? 0 : answer.groups
      }
      return rows.map(({ values: [bottleneck], count, measures }) => ({
        bottleneck: String(bottleneck ?? ''),
        count,
        effect: Number(measures['effect__sum'] ?? 0),
        rank: Number(measures['rank__min'] ?? 0),
      }))
    },
  })

const definedOf = (query: Query): Readonly<Record<string, string | number | boolean>> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const nameFields = ['location', 'customer', 'assignee'] as const

/** Query for the locations, the customers and the assignees of the exceptions of all states, by name. */
export const exceptionNamesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['exceptions', scenario, 'names'],
    queryFn: async ({ signal }) => {
      const shape = list(
        object({ location: nullable(text), customer: nullable(text), assignee: nullable(text) }),
      )
      const rows = await getJson(withQuery(path(scenario), { fields: nameFields.join(',') }), shape, {
        signal,
      })
      const namesOf = (field: (typeof nameFields)[number]): readonly string[] =>
        [...new Set(rows.flatMap((row) => row[field] ?? []))].toSorted((a, b) => a.localeCompare(b))
      return {
        location: namesOf('location'),
        customer: namesOf('customer'),
        assignee: namesOf('assignee'),
      }
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

/** Maximum number of exceptions that one request changes. */
const mostChanged = 1_000

/**
 * Changes exceptions, up to 1,000 with each request. Those that the plan no longer has are not changed. Throws
 * `ApiError` of the first request that fails.
 * @param onAnswer called after each request with the numbers of exceptions that it has changed, and that are gone
 */
export async function changeExceptions(
  scenario: string,
  ids: readonly string[],
  change: ExceptionChange,
  onAnswer: (changed: number, gone: number) => void,
): Promise<void> {
  for (let first = 0; first < ids.length; first += mostChanged) {
    const body = { ids: ids.slice(first, first + mostChanged), ...change }
    const { changed } = await call('POST /api/exceptions/', { body }, { scenario })
    onAnswer(changed.length, body.ids.length - changed.length)
  }
}
