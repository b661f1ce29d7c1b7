/** Restores a scenario from a dump: loads the data into a new schema, migrates it, and swaps the schemas. */
import { basename } from 'node:path'
import { DatabaseError } from 'pg'
import { dropAsides, dropSchema, listAsides } from '../aside/cleanup.ts'
import { lockedScenario, whileBusy, withScenarioLocks } from '../aside/scenario-lock.ts'
import { asideName } from '../aside/schema-names.ts'
import { swapSchemas } from '../aside/swap.ts'
import { type ScenarioWork, timestampOf } from '../aside/work.ts'
import { type Replaced, withoutLeftovers } from '../copy-scenario.ts'
import { grantInNew } from '../import-rights.ts'
import { recordReplacement } from '../replacement-record.ts'
import { productionScenario } from '../scenario.ts'
import { createScenarioSchema } from '../scenario-schema.ts'
import { createFromMigrations } from './create-from-migrations.ts'
import { dumpRefused, psqlRemedy } from './dump-format.ts'
import { type Loaded, loadTables } from './load-tables.ts'
import { checkDump } from './read-dump.ts'

export interface RestoreRequest {
  readonly path: string
  /** Name of the dump for the record of the restore. By default that of the file. */
  readonly name?: string
  readonly scenario: string
  readonly user: number | null
}

/**
 * Replaces the data of the scenario by that of the dump. Users and permissions do not change; a dump of production
 * contains them only for psql. In production, the replaced data is kept as after a promote. Throws `dump_refused`,
 * `scenario_missing`, `scenario_busy`.
 */
export async function restoreScenario(
  work: ScenarioWork,
  request: RestoreRequest,
): Promise<Replaced & Loaded> {
  const { path, name = basename(path), scenario, user } = request
  return withScenarioLocks(work, { replaces: [scenario] }, async (holder) => {
    const before = await lockedScenario(work.database, scenario)
    work.progress?.(0, 'Checking the dump')
    const header = await checkDump(path, work.signal)
    return whileBusy(work, scenario, async () => {
      await dropAsides(work, scenario, ['new', 'drop'])
      const schema = asideName(scenario, 'new', timestampOf(work.now()))
      return withoutLeftovers(work, schema, async () => {
        const tables = await createFromMigrations(work, schema, header.migrations)
        const loaded = await refusingFaults(work, () => loadTables(work, { path, header, schema, tables }))
        await work.database.withTransaction(
          (client) => createScenarioSchema(client, schema, work.model.additions),
          { signal: work.signal },
        )
        if (!before.hasSchema) await grantInNew(work, { scenario, schema })
        const keep = scenario === productionScenario
        const replaced = await swapSchemas(work, holder, {
          scenario,
          schema,
          replaced: keep ? 'old' : 'drop',
          also: async (client, former) => {
            const record = { kind: 'restore', source: name, scenario, user, replaced: former } as const
            await recordReplacement(client, record)
            await client.query(`UPDATE control."scenario" SET "status" = 'In use' WHERE "name" = $1`, [
              scenario,
            ])
          },
        })
        for (const aside of await listAsides(work.database, scenario)) {
          if (!keep || aside.schema !== replaced) await dropSchema(work.database, aside.schema)
        }
        return { ...loaded, kept: keep ? replaced : undefined }
      })
    })
  })
}

/** Converts errors that the file causes, such as unsuitable values or invalid gzip data, to `dump_refused`. */
async function refusingFaults<Result>(
  { signal }: Pick<ScenarioWork, 'signal'>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (signal?.aborted === true || !isFaultOfFile(error)) throw error
    const [reason = ''] = error.message.split('\n')
    throw dumpRefused(error instanceof DatabaseError ? `${reason}. ${psqlRemedy}` : reason, error)
  }
}

/**
 * Returns whether the file causes the error, according to the class of its SQLSTATE: columns and values, but not a
 * server crash, a full disk, or a lock.
 */
const isFaultOfFile = (error: unknown): error is Error =>
  error instanceof DatabaseError
    ? /^(0A|21|22|23|42|54)/.test(error.code ?? '')
    : error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
