/**
 * Replaces the data of a scenario in two databases: the schema in that of the scenario, status and access in `control`.
 * With one database this is one transaction. With two, `control` keeps what it will store just before the data is
 * replaced, marked with a name that the schema gets as its comment: after a kill, the comment tells whether the data
 * was replaced. As long as it is kept, no user may open the scenario (`auth/accounts`): access may end with the data.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { isSameDatabase } from '../../database/homes.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { buildModel } from '../../model/model.ts'
import { addAllColumns, loadCustomFields } from '../custom-attributes.ts'
import { lockAttributes } from './create-tables.ts'
import { type CommonNumbers, readCommonNumbers } from './delete-read-marks.ts'
import { detachEdits } from './detach-edits.ts'
import { readSchemaPlan } from './carry-plan-figures.ts'
import {
  type CompletePart,
  type ControlPart,
  finishReplacement,
  type KeptPart,
  storePart,
} from './settle-replacement.ts'
import { type Swap, swapSchemas } from './swap.ts'
import type { ScenarioWork } from './work.ts'

export interface Replacing {
  /** Connection that holds the lock of the scenario in `control`. */
  readonly holder: pg.ClientBase
  /** Connection that holds the lock in the database of the scenario; the same one if both are one database. */
  readonly mover: pg.ClientBase
  readonly part: ControlPart
  readonly swap: Swap
}

/**
 * Swaps the schemas in the database of the work and stores what belongs to it in `control`. Returns the new name of
 * the replaced schema, if there was one.
 */
export async function replaceData(
  work: ScenarioWork,
  { holder, mover, part: given, swap }: Replacing,
): Promise<string | undefined> {
  const { control = work.database } = work
  const plan = swap.schema === undefined ? undefined : await readSchemaPlan(work.database, swap.schema)
  const part: CompletePart = { ...given, plan }
  if (isSameDatabase(control, work.database)) {
    return swapSchemas(work, mover, {
      ...swap,
      also: async (client, replaced) => {
        await swap.also?.(client, replaced)
        // Only scenarios on the first server have proposals.
        if (replaced !== undefined && swap.schema !== undefined)
          await detachEdits(client, work.model, { scenario: swap.scenario, replaced })
        await storePart(client, { ...part, common: await commonNumbers(client, swap, replaced) })
      },
    })
  }
  const mark = randomUUID()
  let kept: KeptPart = { ...part, mark }
  // Attributes must not be added while the new schema is not in its place.
  const replaced = await control.withTransaction(async (client) => {
    await client.query(lockAttributes)
    if (swap.schema !== undefined) await addNewColumns(client, work, swap.schema)
    return swapSchemas(work, mover, {
      ...swap,
      isApart: true,
      also: async (moving, former) => {
        await swap.also?.(moving, former)
        if (swap.schema !== undefined) {
          await moving.query(`COMMENT ON SCHEMA ${identifier(swap.scenario)} IS ${literal(mark)}`)
        }
        kept = { ...kept, common: await commonNumbers(moving, swap, former) }
        // Last, because users wait until it is settled.
        await keepPart(holder, kept)
      },
    })
  })
  await finishReplacement(control, kept)
  return replaced
}

/** Returns what the new and the replaced data have in common: nothing after a release. */
async function commonNumbers(
  client: pg.ClientBase,
  { scenario, schema }: Swap,
  replaced: string | undefined,
): Promise<CommonNumbers | undefined> {
  if (schema === undefined) return { changeset: 0, comment: 0 }
  return replaced === undefined ? undefined : readCommonNumbers(client, { scenario, replaced })
}

/** Maximum wait for the record of the scenario in `control`, in milliseconds: the tables are locked meanwhile. */
const recordWaitMs = 1_000

/**
 * Stores in `control` what the replacement will store. Setting the status notifies the processes that cache access.
 * Fails like a lock of a table that takes too long.
 */
async function keepPart(holder: pg.ClientBase, kept: KeptPart): Promise<void> {
  await holder.query('BEGIN')
  try {
    await holder.query(`SET LOCAL lock_timeout TO ${recordWaitMs}`)
    await holder.query(
      `UPDATE control."scenario" SET "status" = 'Busy', "home" = coalesce("home", $3), "replacement" = $2
       WHERE "name" = $1`,
      [kept.scenario, JSON.stringify(kept), kept.home],
    )
    await holder.query('COMMIT')
  } catch (error) {
    await holder.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Adds the columns of attributes that were created while the schema was built on another server. */
async function addNewColumns(
  control: pg.ClientBase,
  { database, model }: ScenarioWork,
  schema: string,
): Promise<void> {
  const fields = await loadCustomFields({
    query: ({ text, values = [] }) => control.query(text, [...values]),
  })
  await database.withTransaction((client) =>
    addAllColumns(client, buildModel(fields, model.additions), schema),
  )
}
