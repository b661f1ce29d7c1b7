/** Restores a scenario from a dump: loads the data into a new schema, migrates it, and swaps the schemas. */
import { foreignText } from '../../errors/plain-text.ts'
import { basename } from 'node:path'
import { DatabaseError } from 'pg'
import type pg from 'pg'
import { homeOf } from '../../database/homes.ts'
import { qualified } from '../../database/identifiers.ts'
import { dropAsides, dropReplaced } from '../aside/cleanup.ts'
import { lockedScenario, whileBusy, withHomeLock, withScenarioLocks } from '../aside/scenario-lock.ts'
import { asideName } from '../aside/schema-names.ts'
import { replaceData } from '../aside/replacement.ts'
import { type ScenarioWork, timestampOf, workAt } from '../aside/work.ts'
import { messageTables, type Replaced, withoutLeftovers } from '../copy-scenario.ts'
import { grantInNew } from '../import-rights.ts'
import { recordReplacement } from '../replacement-record.ts'
import { productionScenario } from '../../model/production.ts'
import { createScenarioSchema } from '../scenario-schema.ts'
import { createFromMigrations } from './create-from-migrations.ts'
import { dumpRefused, withPsqlRemedy } from './dump-format.ts'
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
 * Replaces the data of the scenario by that of the dump. Users and permissions do not change, except that the
 * superusers of production get access to a scenario that was free; a dump of production contains them only for psql.
 * Followers and messages of another scenario are left out of a what-if. In production, the replaced data is kept as
 * after a promote. Throws `dump_refused`, `scenario_missing`, `scenario_busy`.
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
    const at = workAt(work, homeOf(work.database, scenario))
    const restore = async (mover: pg.PoolClient): Promise<Replaced & Loaded> => {
      await dropAsides(at, scenario, ['new', 'drop'])
      const schema = asideName(scenario, 'new', timestampOf(work.now()))
      return withoutLeftovers(at, schema, async () => {
        const tables = await createFromMigrations(at, schema, header.migrations)
        const loaded = await refusingFaults(at, () => loadTables(at, { path, header, schema, tables }))
        await at.database.withTransaction(
          (client) => createScenarioSchema(client, schema, work.model.additions, { control: at.control }),
          { signal: work.signal },
        )
        if (header.scenario !== scenario && scenario !== productionScenario) await deleteMessages(at, schema)
        if (!before.hasSchema) {
          await grantInNew(at, { scenario, schema })
          await at.deleteFiles?.(scenario, path)
        }
        const keep = scenario === productionScenario
        const record = { kind: 'restore', source: name, scenario, user } as const
        const replaced = await replaceData(at, {
          holder,
          mover,
          part: { kind: 'restore', scenario, home: before.home, wasFree: !before.hasSchema },
          swap: {
            scenario,
            schema,
            replaced: keep ? 'old' : 'drop',
            also: (client, former) => recordReplacement(client, { ...record, replaced: former }),
          },
        })
        await dropReplaced(at, scenario, (aside) => !keep || aside.schema !== replaced)
        return { ...loaded, kept: keep ? replaced : undefined }
      })
    }
    return whileBusy(work, scenario, () => withHomeLock(at, { holder, name: scenario }, restore))
  })
}

/** Deletes followers and pending messages of another scenario: like a copy, a what-if sends none. */
async function deleteMessages({ database }: Pick<ScenarioWork, 'database'>, schema: string): Promise<void> {
  const tables = messageTables.map((table) => qualified(schema, table))
  await database.query({ text: `TRUNCATE ${tables.join(', ')}` })
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
    const message = foreignText(reason)
    throw dumpRefused(error instanceof DatabaseError ? withPsqlRemedy(message) : message, error)
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
