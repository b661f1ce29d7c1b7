/** Creates, releases and deletes scenarios in the registry. */
import type pg from 'pg'
import { homeOf } from '../database/homes.ts'
import { ServiceError } from '../errors/service-error.ts'
import { dropAsides, dropReplaced, dropSchema } from './aside/cleanup.ts'
import { lockedScenario, withHomeLock, withScenarioLocks } from './aside/scenario-lock.ts'
import { replaceData } from './aside/replacement.ts'
import { type ScenarioWork, workAt } from './aside/work.ts'
import { refused, requireInUse } from './copy-scenario.ts'
import { registerScenarios } from './registry.ts'
import type { Scenario } from './scenario.ts'
import { deleteSchedules, logDeletedSchedules, readSchedules } from './scenario-schedules.ts'
import { productionScenario } from '../model/production.ts'
import { scenarioNameFault } from '../model/scenario-name.ts'

type Work = Pick<ScenarioWork, 'database' | 'model' | 'now' | 'signal' | 'progress' | 'log'>

/** Registers a free scenario. Throws `scenario_refused` for a name that is invalid or taken. */
export async function createScenario(
  { database }: Pick<Work, 'database'>,
  { name, description }: { name: string; description?: string | undefined },
): Promise<void> {
  requireScenarioName(name)
  await database.withTransaction(async (client) => {
    await rejectTaken({ query: ({ text, values }) => client.query(text, [...values]) }, name)
    await registerScenarios(client, [{ name, description: description ?? name, status: 'Free' }])
  })
}

/** Throws `scenario_refused` for the name of an existing scenario or schema. */
export async function rejectTaken(
  database: { query(statement: { text: string; values: readonly unknown[] }): Promise<pg.QueryResult> },
  name: string,
): Promise<void> {
  const { rowCount } = await database.query({
    text: `SELECT FROM control."scenario" WHERE "name" = $1
      UNION ALL SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1`,
    values: [name],
  })
  if (rowCount !== 0) throw refused({ code: 'scenario_exists', params: { name } })
}

/** Throws `scenario_refused` for a text that is not a valid name of a scenario. */
export function requireScenarioName(name: string): void {
  const fault = scenarioNameFault(name)
  if (fault !== undefined) {
    throw refused({ code: 'no_scenario_name', params: { name: name.slice(0, 100), fault } })
  }
}

/** Throws `scenario_refused` for production, which can be neither deleted nor released. */
export function rejectProduction(name: string, done: 'deleted' | 'released'): void {
  if (name === productionScenario) throw refused({ code: `production_not_${done}`, params: { name } })
}

/** Throws `scenario_not_free` unless the scenario is free. */
export function requireFree({ name, status }: Scenario): void {
  if (status === 'Free') return
  throw new ServiceError('scenario_not_free', { scenario: name, status, remedy: { code: 'release_first' } })
}

/** Deletes a free scenario from the registry, and its schedules. Throws `scenario_not_free`, `scenario_busy`, `scenario_missing`. */
export async function deleteScenario(work: Work, name: string): Promise<void> {
  rejectProduction(name, 'deleted')
  await withScenarioLocks(work, { replaces: [name] }, async (holder) => {
    requireFree(await lockedScenario(work.database, name))
    await dropAsides(work, name, ['new', 'old', 'drop'])
    await dropSchema(work.database, name)
    const schedules = await readSchedules(work.database, name)
    await holder.query('BEGIN')
    await holder.query('UPDATE control."user" SET "default_scenario" = NULL WHERE "default_scenario" = $1', [
      name,
    ])
    await deleteSchedules(holder, name)
    await holder.query('DELETE FROM control."scenario" WHERE "name" = $1', [name])
    await holder.query('COMMIT')
    logDeletedSchedules(work, name, schedules)
  })
}

/**
 * Releases a scenario: deletes its data, its schedules and the access to it. Readers can finish with the tables they have open.
 * Throws `scenario_refused` for production, `scenario_not_in_use`, `scenario_busy`, `scenario_missing`.
 */
export async function releaseScenario(work: Work, name: string): Promise<void> {
  rejectProduction(name, 'released')
  await withScenarioLocks(work, { replaces: [name] }, async (holder) => {
    requireInUse(await lockedScenario(work.database, name))
    const schedules = await readSchedules(work.database, name)
    const at = workAt(work, homeOf(work.database, name))
    await withHomeLock(at, { holder, name }, async (mover) => {
      await replaceData(at, {
        holder,
        mover,
        part: { kind: 'release', scenario: name, home: null },
        swap: { scenario: name, schema: undefined, replaced: 'drop' },
      })
      await dropReplaced(at, name, () => true)
    })
    logDeletedSchedules(work, name, schedules)
  })
}
