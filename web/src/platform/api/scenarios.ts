/** Reads all scenarios with the actions that the user may perform, and creates, copies and deletes them. */
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

/**
 * Creating and deleting run in a scenario that the user may open, because neither the new scenario nor a free one can
 * be opened.
 */
export const createScenario = (from: string, name: string, label: string): Promise<number> =>
  launchTask(from, 'scenario_create', { name, ...(label === '' ? {} : { description: label }) })

export const deleteScenario = (from: string, name: string): Promise<number> =>
  launchTask(from, 'scenario_delete', { name })

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
