/**
 * Creates, migrates and drops an installation: the control schema with the registry of scenarios, and a schema for
 * every scenario in use.
 */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { allServers, homeOf, homesOf, isSameDatabase } from '../database/homes.ts'
import { identifier } from '../database/identifiers.ts'
import {
  appliedMigrations,
  findUnknownMigrations,
  migrateSchema,
  pendingMigrations,
  type UnknownMigrations,
} from '../database/migrations.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type Additions, moduleOf, noAdditions } from '../model/additions.ts'
import { buildModel } from '../model/model.ts'
import { checkAddedTables } from './added-tables.ts'
import { listAsides } from './aside/cleanup.ts'
import { isOwnServer, requireServer, serverSchema } from './aside/further-servers.ts'
import { withScenarioLocks } from './aside/scenario-lock.ts'
import { firstScenarios } from './first-scenarios.ts'
import { listScenarios, registerScenarios, scenarioSchemas } from './registry.ts'
import { controlSchema, type Scenario } from './scenario.ts'
import { productionScenario } from '../model/production.ts'
import { createScenarioSchema, migrateOne } from './scenario-schema.ts'

/** Names of migrations by schema: the applied or the missing ones. */
export type MigrationReport = readonly {
  readonly schema: string
  readonly migrations: readonly string[]
}[]

/** Returns whether the database contains an installation. */
export async function installationExists(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>({
    text: `SELECT pg_catalog.to_regclass('control.scenario') IS NOT NULL AS "found"`,
  })
  return rows[0]!.found
}

/** Creates the initial records of a new installation, in the transaction that creates it. */
export type CreatePresets = (client: pg.ClientBase) => Promise<void>

/**
 * Creates the missing parts in one transaction: control schema, registry, production. Existing parts do not change,
 * and concurrent calls are safe. Returns the applied migrations.
 */
export async function createInstallation(
  database: Database,
  additions: Additions = noAdditions,
  createPresets?: CreatePresets,
): Promise<MigrationReport> {
  return database.withTransaction(async (client) => {
    const control = await migrateSchema(client, 'control', controlSchema, additions)
    if (control.length > 0) {
      await checkAddedTables(client, buildModel(undefined, additions), 'control', controlSchema)
    }
    // Only a new installation gets the scenarios; later, users create and delete them.
    if (control.includes('0001_model')) {
      await registerScenarios(client, firstScenarios)
      await createPresets?.(client)
    }
    const production = await createScenarioSchema(client, productionScenario, additions)
    return [
      { schema: controlSchema, migrations: control },
      { schema: productionScenario, migrations: production },
    ]
  })
}

/**
 * Migrates the control schema and the schema of every scenario that has one, each in its own transaction. Throws
 * `scenario_server_unavailable` after all others if the server of a scenario cannot be reached.
 */
export async function migrateAll(
  database: Database,
  additions: Additions = noAdditions,
  createPresets?: CreatePresets,
): Promise<MigrationReport> {
  const report = [...(await createInstallation(database, additions, createPresets))]
  let unreachable: unknown
  for (const schema of await scenarioSchemas(database)) {
    if (schema === productionScenario) continue
    try {
      report.push({ schema, migrations: await migrateOne(database, schema, additions) })
    } catch (error) {
      // A server that cannot be reached does not prevent the migration of scenarios on the others.
      if (!isUnreachable(error)) throw error
      unreachable ??= error
    }
  }
  if (unreachable !== undefined) throw unreachable
  return report
}

/** Returns the schemas with missing migrations and their names; empty if the installation is ready. */
export async function missingMigrations(
  database: Database,
  additions: Additions = noAdditions,
): Promise<MigrationReport> {
  const scenarios = (await installationExists(database)) ? await schemasByServer(database) : []
  const control = await database.withClient((client) =>
    pendingMigrations(client, 'control', controlSchema, additions),
  )
  const report = [{ schema: controlSchema, migrations: control }]
  for (const { server, schemas } of withProduction(database, scenarios)) {
    const find = (signal?: AbortSignal, onAnswer?: () => void): Promise<MigrationReport> =>
      server.withClient(
        async (client) => {
          const pending: { schema: string; migrations: readonly string[] }[] = []
          for (const schema of schemas) {
            const migrations = await pendingMigrations(client, 'scenario', schema, additions)
            pending.push({ schema, migrations })
            onAnswer?.()
          }
          return pending
        },
        { signal },
      )
    report.push(...(server === database ? await find() : ((await unlessSilent(find)) ?? [])))
  }
  return report.filter(({ migrations }) => migrations.length > 0)
}

interface ServerSchemas {
  readonly server: Database
  readonly schemas: readonly string[]
}

/** Returns the schemas of scenarios by the server that has them. */
async function schemasByServer(database: Database): Promise<readonly ServerSchemas[]> {
  const names = await scenarioSchemas(database)
  return allServers(database)
    .map(([, server]) => ({
      server,
      schemas: names.filter((name) => isSameDatabase(homeOf(database, name), server)),
    }))
    .filter(({ schemas }) => schemas.length > 0)
}

/** Adds production, which has no schema before the installation is created. */
const withProduction = (database: Database, found: readonly ServerSchemas[]): readonly ServerSchemas[] => {
  const others = found.filter(({ server }) => server !== database)
  const own = found.find(({ server }) => server === database)?.schemas ?? []
  return [{ server: database, schemas: [...new Set([productionScenario, ...own])] }, ...others]
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'scenario_server_unavailable'

/** Returns undefined if the server of scenarios cannot be reached: `planctl doctor` and `/readyz` report it. */
const unlessUnreachable = <Result>(asked: Promise<Result>): Promise<Result | undefined> =>
  asked.catch((error: unknown) => {
    if (!isUnreachable(error)) throw error
    return undefined
  })

/** Time in milliseconds within which a further server must answer, because it concerns its scenarios only. */
const serverAnswerMs = 3_000

/**
 * Returns undefined also if the server of scenarios does not answer in time.
 * @param ask asks the server; after each of several answers it calls `onAnswer`, from which the time is counted anew
 */
async function unlessSilent<Result>(
  ask: (signal: AbortSignal, onAnswer: () => void) => Promise<Result>,
  given?: AbortSignal,
): Promise<Result | undefined> {
  const late = new AbortController()
  const silence = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => {
    late.abort()
    silence.resolve(undefined)
  }, serverAnswerMs)
  const signal = given === undefined ? late.signal : AbortSignal.any([given, late.signal])
  const asked = unlessUnreachable(ask(signal, () => void timer.refresh())).catch((error: unknown) => {
    // All connections to it may wait for an answer.
    const isBusy = error instanceof ServiceError && error.code === 'overloaded'
    if (!late.signal.aborted && !isBusy) throw error
    return undefined
  })
  try {
    return await Promise.race([asked, silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns migrations of all schemas that this release does not know: a newer release has migrated them, perhaps while
 * this process was running. Empty if this release can use the installation.
 */
export async function newerMigrations(
  database: Database,
  additions: Additions = noAdditions,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly UnknownMigrations[]> {
  const own = await database.withClient(async (client) => {
    const { rows } = await client.query<{ schema: string }>(
      `SELECT s."name" AS "schema" FROM control."scenario" s
      JOIN pg_catalog.pg_namespace n ON n.nspname = s."name" ORDER BY s."name"`,
    )
    const schemas = [
      { schema: controlSchema, kind: 'control' as const },
      ...rows.map(({ schema }) => ({ schema, kind: 'scenario' as const })),
    ]
    return findUnknownMigrations(client, schemas, additions)
  }, options)
  if (homesOf(database).servers.size === 0) return own
  const others = (await schemasByServer(database)).filter(({ server }) => server !== database)
  const asked = others.map(async ({ server, schemas }) => {
    const named = schemas.map((schema) => ({ schema, kind: 'scenario' as const }))
    const ask = (signal: AbortSignal): Promise<readonly UnknownMigrations[]> =>
      server.withClient((client) => findUnknownMigrations(client, named, additions), { signal })
    return (await unlessSilent(ask, options.signal)) ?? []
  })
  return [...own, ...(await Promise.all(asked)).flat()]
}

/**
 * Returns extension modules that are not in use although schemas contain their tables or columns, with these schemas.
 * Their data stays unchanged until the settings name the module again.
 */
export async function absentModules(
  database: Database,
  { modules }: Additions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  const find = async (
    server: Database,
    schemas: readonly string[],
    signal?: AbortSignal,
    onAnswer?: () => void,
  ): Promise<void> => {
    await server.withClient(
      async (client) => {
        for (const schema of schemas) {
          const applied = await appliedMigrations(client, schema)
          const named = new Set([...applied].flatMap((name) => moduleOf(name) ?? []))
          for (const name of named) {
            if (!modules.includes(name)) found.set(name, [...(found.get(name) ?? []), schema])
          }
          onAnswer?.()
        }
      },
      { signal },
    )
  }
  await find(database, [controlSchema])
  for (const { server, schemas } of await schemasByServer(database)) {
    if (server === database) await find(server, schemas)
    else await unlessSilent((signal, onAnswer) => find(server, schemas, signal, onAnswer))
  }
  return found
}

/**
 * Drops the whole installation: all data of all scenarios, users, permissions, and the registry. Throws
 * `scenario_busy` if a scenario is locked.
 * @param first called first in the transaction
 */
export async function dropInstallation(
  database: Database,
  first?: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  if (!(await installationExists(database))) return
  const scenarios = await listScenarios(database)
  const replaces = scenarios.map(({ name }) => name)
  await withScenarioLocks({ database }, { replaces }, () => dropSchemas(database, scenarios, first))
}

async function dropSchemas(
  database: Database,
  scenarios: readonly Scenario[],
  first: ((client: pg.ClientBase) => Promise<void>) | undefined,
): Promise<void> {
  const asides = await listAsides(database)
  await database.withTransaction(async (client) => {
    await first?.(client)
    // A repetition finds on other servers what is left after a kill, because the registry is dropped last.
    for (const name of homesOf(database).servers.keys()) await dropOn(database, name, scenarios)
    for (const name of [...scenarios.map((scenario) => scenario.name), ...asides.map(({ schema }) => schema)])
      await client.query(`DROP SCHEMA IF EXISTS ${identifier(name)} CASCADE`)
    await client.query(`DROP SCHEMA ${identifier(controlSchema)} CASCADE`)
  })
}

/** Drops the scenarios of a further server, and its mark: it may belong to another installation then. */
async function dropOn(database: Database, name: string, scenarios: readonly Scenario[]): Promise<void> {
  const server = requireServer(database, name)
  if (!(await isOwnServer(database, server))) return
  const own = scenarios.filter(({ home }) => home === name).map((scenario) => scenario.name)
  const asides = (await listAsides(server)).map(({ schema }) => schema)
  await server.withTransaction(async (client) => {
    for (const schema of [...own, ...asides, serverSchema]) {
      await client.query(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`)
    }
  })
}
