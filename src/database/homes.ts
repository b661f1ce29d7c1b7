/**
 * Databases of scenarios on further servers (setting `SCENARIO_DATABASES`). They belong to the database of the
 * installation, which is on the first server, and are opened on first use. Without the setting there are none.
 */
import type { Database, ScenarioDatabase } from './database.ts'

/** Name of the first server, which has the schema `control` and all scenarios without a home of their own. */
export const firstServer = 'main'

export interface Homes {
  /** Databases of the further servers by name. */
  readonly servers: ReadonlyMap<string, Database>
  /** Server of each scenario that is not on the first one, as the registry last said. */
  places: ReadonlyMap<string, string>
}

const none: Homes = { servers: new Map(), places: new Map() }
const homesByDatabase = new WeakMap<Database, Homes>()

/** Gives a database of an installation the databases of further servers. */
export function useHomes(database: Database, servers: ReadonlyMap<string, Database>): void {
  homesByDatabase.set(database, { servers, places: new Map() })
}

/** Returns the further servers of an installation; none without the setting. */
export const homesOf = (database: Database): Homes => homesByDatabase.get(database) ?? none

/** Remembers on which servers scenarios are, after the registry was read. */
export function learnPlaces(
  database: Database,
  scenarios: readonly { readonly name: string; readonly home: string | null }[],
): void {
  const homes = homesByDatabase.get(database)
  if (homes === undefined) return
  homes.places = new Map(
    scenarios.flatMap(({ name, home }) => (home === null ? [] : [[name, home] as const])),
  )
}

/** Lets another pool of the same installation know where scenarios are now. */
export function sharePlaces(database: Database, beside: Database): void {
  const homes = homesByDatabase.get(beside)
  if (homes !== undefined) homes.places = homesOf(database).places
}

/** Returns the database with the schema of a scenario, as the registry last said. */
export function homeOf(database: Database, scenario: string): ScenarioDatabase {
  const { servers, places } = homesOf(database)
  return servers.get(places.get(scenario) ?? '') ?? database
}

/** Returns whether two databases are the same, so that one statement can use both. */
export const isSameDatabase = (one: Pick<Database, 'pool'>, other: Pick<Database, 'pool'>): boolean =>
  one.pool === other.pool

/** Returns the first server followed by the others, by name. */
export const allServers = (database: Database): readonly (readonly [name: string, server: Database])[] => [
  [firstServer, database],
  ...homesOf(database).servers,
]
