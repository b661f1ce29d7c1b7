/** Changes the stored states of exceptions in one statement. */
import type { DataContext } from '../../data/context.ts'
import { tablesOf } from '../../data/relation.ts'
import { qualified } from '../../database/identifiers.ts'
import { openExceptions } from './exceptions.ts'

export interface StateChange {
  readonly status?: 'open' | 'acknowledged' | 'snoozed'
  /** Planning time at which a snoozed exception opens again; null for any other status. */
  readonly until?: string | null
  /** Id of the user the exception is assigned to; null if it is unassigned. */
  readonly assignee?: number | null
  readonly note?: string | null
}

const columns = ['status', 'until', 'assignee', 'note'] as const

/**
 * Changes the state of exceptions of the stored plan and returns their ids. Ids that the plan does not have are left
 * out. Fields that the change does not contain keep their values.
 */
export async function changeStates(
  context: DataContext,
  ids: readonly string[],
  change: StateChange,
): Promise<readonly string[]> {
  const { home, scenario, actor, signal } = context
  const table = tablesOf(context)
  const query = await openExceptions(context)
  const given = columns.filter((name) => change[name] !== undefined)
  const names = ['id', 'user', ...given].map((name) => `"${name}"`).join(', ')
  const values = given.map((name, index) => `$${index + 3}::${types[name]}`)
  const set = ['user', ...given].map((name) => `"${name}" = excluded."${name}"`).join(', ')
  const { rows } = await home.query<{ id: string }>(
    {
      text: `INSERT INTO ${qualified(scenario, 'exceptionstate')} AS s (${names})
        SELECT ${['e."id"', '$2::bigint', ...values].join(', ')} FROM (${query(table)}) AS e
        WHERE e."id" = ANY ($1::text[])
        ON CONFLICT ("id") DO UPDATE SET ${set}, "changed" = LOCALTIMESTAMP(6) RETURNING s."id"`,
      values: [ids, actor.userId, ...given.map((name) => change[name])],
    },
    { signal },
  )
  return rows.map(({ id }) => id)
}

const types = { status: 'text', until: 'timestamp', assignee: 'bigint', note: 'text' } as const
