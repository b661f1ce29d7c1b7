/** Creates and migrates the schema of one scenario, with the name of the scenario or with that of an aside. */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { homeOf, isSameDatabase } from '../database/homes.ts'
import { identifier } from '../database/identifiers.ts'
import { migrateSchema, pendingMigrations } from '../database/migrations.ts'
import { type Additions, noAdditions } from '../model/additions.ts'
import { buildModel } from '../model/model.ts'
import { checkAddedTables, rejectTakenColumns } from './added-tables.ts'
import { lockAttributes } from './aside/create-tables.ts'
import { deleteRequestSlots } from './aside/delete-request-slots.ts'
import { carryPrivileges } from './aside/privileges.ts'
import { lockedScenario, withScenarioLocks } from './aside/scenario-lock.ts'
import { asideName } from './aside/schema-names.ts'
import { timestampOf } from './aside/work.ts'
import { addAllColumns, loadCustomFields } from './custom-attributes.ts'
import { openToSuperusers } from './scenario-access.ts'
import { requireScenario, setScenarioStatus } from './registry.ts'

/**
 * Creates the missing tables of a scenario, including those of extension modules, with the columns of all custom
 * attributes. The schema may have any name, such as that of an aside. Requires a client in a transaction. With `only`,
 * applies only these migrations; the tables are then incomplete. `control` is the database of that schema if it is on
 * another server. Returns the names of the applied migrations.
 */
export async function createScenarioSchema(
  client: pg.ClientBase,
  schema: string,
  additions: Additions = noAdditions,
  { only, control }: SchemaOptions = {},
): Promise<readonly string[]> {
  if (additions.modules.length > 0) {
    const pending = await pendingMigrations(client, 'scenario', schema, additions)
    await rejectTakenColumns(control ?? onClient(client), buildModel(undefined, additions), pending)
  }
  const applied = await migrateSchema(client, 'scenario', schema, additions, only)
  if (applied.length === 0) return applied
  // A transaction that adds an attribute does not see this schema before the end of this transaction, so it has to
  // wait.
  const complete = async (locker: pg.ClientBase): Promise<void> => {
    await locker.query(lockAttributes)
    const model = buildModel(await loadCustomFields(onClient(locker)), additions)
    if (only === undefined) await checkAddedTables(client, model, 'scenario', schema)
    await addAllColumns(client, model, schema)
  }
  await (control === undefined ? complete(client) : control.withTransaction(complete))
  return applied
}

interface SchemaOptions {
  readonly only?: ReadonlySet<string>
  readonly control?: Database | undefined
}

const onClient = (client: pg.ClientBase): Pick<Database, 'query'> => ({
  query: ({ text, values = [] }) => client.query(text, [...values]),
})

/** Migrates the schema of a scenario on whatever server it is. */
export function migrateOne(
  database: Database,
  name: string,
  additions: Additions,
): Promise<readonly string[]> {
  const home: Database = homeOf(database, name)
  const options = isSameDatabase(home, database) ? {} : { control: database }
  return home.withTransaction((client) => createScenarioSchema(client, name, additions, options))
}

/** Migrates the schema of one scenario, or creates it if it does not exist. Throws `unknown_scenario`. */
export async function migrateScenario(
  database: Database,
  name: string,
  additions: Additions = noAdditions,
): Promise<readonly string[]> {
  await requireScenario(database, name)
  return migrateOne(database, name, additions)
}

export interface Recreation {
  readonly additions?: Additions
  /** Called first in the transaction. */
  readonly first?: ((client: pg.ClientBase) => Promise<void>) | undefined
  readonly signal?: AbortSignal | undefined
  /** Deletes the files that a free scenario still has; called when its tables exist and no user can open it yet. */
  readonly deleteFiles?: (() => Promise<void>) | undefined
}

/**
 * Replaces the schema of one scenario by an empty one, and sets the status to in use. Its data is lost; privileges of
 * roles and the access of users are kept. The superusers of production get access to a scenario that was free. Throws `unknown_scenario`, and `scenario_busy` while the scenario is copied to, restored, or read
 * for a copy.
 */
export async function recreateScenario(
  database: Database,
  name: string,
  { additions = noAdditions, first, signal, deleteFiles }: Recreation = {},
): Promise<void> {
  await requireScenario(database, name)
  return withScenarioLocks({ database, signal }, { replaces: [name] }, async () => {
    const { hasSchema } = await lockedScenario(database, name)
    await replaceSchema(database, { name, hasSchema, additions, first, deleteFiles })
  })
}

/** Timeout in milliseconds for another process that creates the same scenario. */
const creationWaitMs = 60_000

/**
 * Creates an empty schema for a free scenario, gives the superusers of production access, and sets the status to in use. Of two concurrent calls, one waits for
 * the other and returns false, because the scenario then has a schema, which does not change. Throws
 * `unknown_scenario` and `scenario_busy`.
 */
export async function createIfFree(
  database: Database,
  name: string,
  { additions = noAdditions, first, signal, deleteFiles }: Recreation = {},
): Promise<boolean> {
  await requireScenario(database, name)
  return withScenarioLocks({ database, signal }, { replaces: [name], waitMs: creationWaitMs }, async () => {
    const { hasSchema } = await lockedScenario(database, name)
    if (!hasSchema) await replaceSchema(database, { name, hasSchema, additions, first, deleteFiles })
    return !hasSchema
  })
}

async function replaceSchema(
  database: Database,
  {
    name,
    hasSchema,
    additions = noAdditions,
    first,
    deleteFiles,
  }: Omit<Recreation, 'signal'> & { readonly name: string; readonly hasSchema: boolean },
): Promise<void> {
  const replaced = asideName(name, 'drop', timestampOf(new Date()))
  const replace = async (client: pg.ClientBase, control?: Database): Promise<void> => {
    if (hasSchema) await client.query(`ALTER SCHEMA ${identifier(name)} RENAME TO ${identifier(replaced)}`)
    await createScenarioSchema(client, name, additions, { control })
    if (!hasSchema) return
    await carryPrivileges(client, { from: replaced, to: name })
    await client.query(`DROP SCHEMA ${identifier(replaced)} CASCADE`)
  }
  const home: Database = homeOf(database, name)
  await database.withTransaction(async (client) => {
    await first?.(client)
    await deleteRequestSlots(client, name)
    // On another server the scenario is in use before and afterwards.
    if (isSameDatabase(home, database)) await replace(client)
    else await home.withTransaction((moving) => replace(moving, database))
    if (!hasSchema) {
      await deleteFiles?.()
      await openToSuperusers(client, name)
    }
    await setScenarioStatus(client, name, 'In use')
  })
}
