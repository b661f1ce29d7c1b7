/** All scenarios with what the user may do to them, and what is done to them. */
import { queryOptions } from '@tanstack/react-query'
import { getJson, sendJson } from './client.ts'
import { anything, boolean, list, nullable, number, object, type Shaped, table, text } from './shape.ts'
import { entityPath } from './paths.ts'
import { launchTask, type TaskArguments } from './tasks.ts'

const scenarioShape = object({
  name: text,
  label: text,
  /** `Free`, `In use` or `Busy`. */
  status: text,
  open: boolean,
  production: boolean,
  rights: object({ superuser: boolean, label: boolean, copy: boolean, release: boolean, promote: boolean }),
  /** Bytes. */
  size: nullable(number),
  origin: nullable(
    object({ task: nullable(number), source: nullable(text), by: nullable(text), at: nullable(text) }),
  ),
  last_plan: nullable(object({ task: number, status: text, at: nullable(text), message: nullable(text) })),
  users: nullable(list(object({ username: text, superuser: boolean }))),
})

export type ScenarioState = Shaped<typeof scenarioShape>

export const scenariosQuery = queryOptions({
  queryKey: ['scenarios'],
  queryFn: ({ signal }) => getJson('/api/scenarios/', list(scenarioShape), { signal }),
  refetchInterval: 10_000,
})

export const relabel = (scenario: string, description: string): Promise<unknown> =>
  sendJson('PATCH', entityPath(scenario, 'common.scenario', scenario), { description }, anything)

export const copyScenario = (source: string, args: TaskArguments): Promise<number> =>
  launchTask(source, 'scenario_copy', args)

/** Both are launched in a scenario that the user may open: the new one, and a free one, nobody can. */
export const createScenario = (from: string, name: string, label: string): Promise<number> =>
  launchTask(from, 'scenario_create', { name, ...(label === '' ? {} : { description: label }) })

export const deleteScenario = (from: string, name: string): Promise<number> =>
  launchTask(from, 'scenario_delete', { name })

const differenceShape = object({
  entity: text,
  onlyA: number,
  onlyB: number,
  different: number,
  /** Of those, how many differ in fields that people set, and in fields that are computed. */
  edited: number,
  replanned: number,
  /** Planning makes its records. */
  plan: boolean,
  computed: list(text),
  fields: table(number),
})

export type EntityDifference = Shaped<typeof differenceShape>

const comparisonShape = object({ same: boolean, differences: list(differenceShape) })

export type Comparison = Shaped<typeof comparisonShape>

/** The result of a comparison, from the message of its run. */
export const comparisonOf = (message: string): Comparison => comparisonShape(JSON.parse(message))
