/**
 * The context in which entities of `control` are written from a scenario on another server. One transaction cannot
 * change two databases, so such a write is a transaction of the first server, and production's log keeps its changes.
 */
import { productionScenario } from '../model/production.ts'
import { firstServer, isSameDatabase } from '../database/homes.ts'
import type { Database } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Entity } from '../model/entity.ts'
import type { DataContext } from './context.ts'

/** Returns the context for writes of an entity, and for reads of the log of its changes. */
export function contextOf(context: DataContext, { schema }: Pick<Entity, 'schema'>): DataContext {
  if (schema !== 'control' || isSameDatabase(context.control, context.home)) return context
  const home: Database = context.control
  return { ...context, home, logScenario: productionScenario }
}

/** Throws `scenario_refused` in a scenario on a further server, for what joins its records with those of `control`. */
export function requireFirstServer(
  { control, home, scenario }: Pick<DataContext, 'control' | 'home' | 'scenario'>,
  what: 'events_on_first_server' | 'proposals_on_first_server',
): void {
  if (isSameDatabase(control, home)) return
  throw new ServiceError('scenario_refused', {
    reason: { code: what, params: { scenario, server: firstServer } },
  })
}

/** Returns the scenario whose log keeps the changes of a context. */
export const logOf = ({
  scenario,
  logScenario = scenario,
}: Pick<DataContext, 'scenario' | 'logScenario'>): string => logScenario
