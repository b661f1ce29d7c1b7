/** Reads all scenarios with the actions that the user may perform, and creates, copies and deletes them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { sendJson } from './client.ts'
import { type Answer, call } from './endpoints.ts'
import { anything, boolean, list, number, object, type Shaped, table, text } from './shape.ts'
import { entityPath } from './paths.ts'
import { launchTask, type TaskArguments } from './tasks.ts'

export type ScenarioState = Answer<'GET /api/scenarios/'>[number]

/** What the data that is kept of the last promotion allows. */
export type KeptAction = NonNullable<ScenarioState['kept']>

export const scenariosQuery = queryOptions({
  queryKey: ['scenarios'],
  queryFn: ({ signal }) => call('GET /api/scenarios/', {}, { signal }),
  refetchInterval: 10_000,
})

export const relabel = (scenario: string, description: string): Promise<unknown> =>
  sendJson('PATCH', entityPath(scenario, 'common.scenario', scenario), { description }, anything)

export const copyScenario = (source: string, args: TaskArguments): Promise<number> =>
  launchTask(source, 'scenario_copy', args)

/**
 * Creating and deleting run in a scenario that the user may open, because neither the new scenario nor a free one can
 * be opened.
 */
export const createScenario = (from: string, name: string, label: string): Promise<number> =>
  launchTask(from, 'scenario_create', { name, ...(label === '' ? {} : { description: label }) })

export const deleteScenario = (from: string, name: string): Promise<number> =>
  launchTask(from, 'scenario_delete', { name })

export type OverwrittenEdits = Answer<'GET /api/scenarios/{scenario}/overwritten/'>

/**
 * Query for the edits of a scenario that the promotion of `by` overwrites; without it for those that bringing back the
 * data that is kept sets aside.
 */
export const overwrittenQuery = (scenario: string, by: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['overwritten', scenario, by],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        'GET /api/scenarios/{scenario}/overwritten/',
        { path: { scenario }, query: { by, cursor, limit: 20 } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    // What was shown before may have been exceeded since.
    gcTime: 0,
  })

/** Query for the records of a change set with such edits. */
export const overwrittenRecordsQuery = (scenario: string, changeset: number, limit: number) =>
  queryOptions({
    queryKey: ['overwritten', scenario, 'set', changeset, limit],
    queryFn: ({ signal }) =>
      call('GET /api/audit/{changeset}/', { path: { changeset }, query: { limit } }, { scenario, signal }),
    staleTime: Infinity,
  })

const differenceShape = object({
  entity: text,
  onlyA: number,
  onlyB: number,
  different: number,
  /** Number of these records that differ in fields that users set, and in fields that are computed. */
  edited: number,
  replanned: number,
  /** Whether planning creates the records of this entity. */
  plan: boolean,
  computed: list(text),
  fields: table(number),
})

export type EntityDifference = Shaped<typeof differenceShape>

const comparisonShape = object({ same: boolean, differences: list(differenceShape) })

export type Comparison = Shaped<typeof comparisonShape>

/** Returns the result of a comparison from the message of its run. */
export const comparisonOf = (message: string): Comparison => comparisonShape(JSON.parse(message))
