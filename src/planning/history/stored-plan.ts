/** Records which data the plan of a scenario was made from. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'

/** Returns the newest change set that the transaction can read; 0 without one. */
export async function readBasis(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
): Promise<number> {
  const { rows } = await client.query<{ basis: number }>(
    `SELECT coalesce(max("id"), 0)::float8 AS "basis" FROM ${qualified(scenario, 'changeset')}`,
  )
  return rows[0]!.basis
}

/** Records a plan in the transaction that stores it. `basis` is the newest change set that the plan was made from. */
export async function noteStoredPlan(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
  { changeset, basis }: { readonly changeset: number; readonly basis: number },
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(scenario, 'storedplan')} ("changeset", "basis") VALUES ($1, $2)
     ON CONFLICT ("id") DO UPDATE
     SET "changeset" = excluded."changeset", "basis" = excluded."basis", "created" = excluded."created"`,
    [changeset, basis],
  )
}
