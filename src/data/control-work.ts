/**
 * Rows of `control` that belong to a transaction of a scenario, such as the key figures of a plan. In one database they
 * are part of the transaction. If the scenario is on another server, the transaction keeps them in its own database,
 * and they are moved to `control` after it, each exactly once: also after a kill, by the next cleanup.
 */
import type pg from 'pg'
import { isSameDatabase } from '../database/homes.ts'
import { qualified } from '../database/identifiers.ts'
import type { DataContext } from './context.ts'

/** Statements by kind of work. The first parameter is the name of the scenario. */
const statements = {
  planhistory: `INSERT INTO control."planhistory" ("scenario", "changeset", "user", "origin", "start", "figures")
    VALUES ($1, $2, $3, $4, to_timestamp($5::float8) AT TIME ZONE 'UTC', $6)`,
} as const satisfies Readonly<Record<string, string>>

export type ControlWorkKind = keyof typeof statements

type Value = string | number | null

/** Stores the row in `control`, or keeps it until the transaction of the scenario is committed. */
export async function storeInControl(
  client: pg.ClientBase,
  { control, home, scenario }: Pick<DataContext, 'control' | 'home' | 'scenario'>,
  kind: ControlWorkKind,
  values: readonly Value[],
): Promise<void> {
  if (isSameDatabase(control, home)) {
    await client.query(statements[kind], [scenario, ...values])
    return
  }
  await client.query(
    `INSERT INTO ${qualified(scenario, 'controlwork')} ("kind", "content") VALUES ($1, $2)`,
    [kind, JSON.stringify(values)],
  )
}

const isKind = (kind: string): kind is ControlWorkKind => Object.hasOwn(statements, kind)

/**
 * Moves what transactions of the scenario have kept for `control`. Each piece is stored together with its id, so that
 * one that was stored before a kill is not stored again.
 */
export async function settleControlWork({
  control,
  home,
  scenario,
}: Pick<DataContext, 'control' | 'home' | 'scenario'>): Promise<void> {
  if (isSameDatabase(control, home)) return
  const table = qualified(scenario, 'controlwork')
  await home.withTransaction(async (client) => {
    const { rows } = await client.query<{ id: string; kind: string; content: string }>(
      `WITH "done" AS (DELETE FROM ${table} RETURNING *)
       SELECT "id"::text, "kind", "content"::text FROM "done" ORDER BY "number"`,
    )
    for (const { id, kind, content } of rows) {
      if (!isKind(kind)) continue
      const values: readonly Value[] = JSON.parse(content)
      await control.withTransaction(async (storing) => {
        const { rowCount } = await storing.query(
          'INSERT INTO control."settledwork" ("id") VALUES ($1) ON CONFLICT DO NOTHING',
          [id],
        )
        if (rowCount === 1) await storing.query(statements[kind], [scenario, ...values])
      })
    }
  })
}

/** Days for which `control` knows what it has stored; left work is moved within seconds. */
const keptDays = 30

/** Forgets what was moved long ago. */
export async function forgetSettledWork(control: DataContext['control']): Promise<void> {
  await control.query({
    text: `DELETE FROM control."settledwork" WHERE "settled" < LOCALTIMESTAMP - make_interval(days => $1)`,
    values: [keptDays],
  })
}
