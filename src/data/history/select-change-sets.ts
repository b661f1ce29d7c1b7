/** Selects change sets by their author, channel, task and time, for the audit and to undo several at once. */
import { qualified } from '../../database/identifiers.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { DataContext } from '../context.ts'
import { keptOf, obstacleOf, readUndone, type UndoObstacle } from './undo-state.ts'

/** Properties of change sets; those that are undefined do not restrict the selection. */
export interface ChangeSetCriteria {
  readonly user?: number | undefined
  readonly channel?: string | undefined
  /** Number of the run of a task. */
  readonly task?: number | undefined
  /** Bounds of the time of the write in planning time, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** One of these origins. */
  readonly origins?: readonly string[] | undefined
}

/** SQL condition over the change set `s`, with the parameters $1 to $6. */
export const matchesCriteria = `($1::bigint IS NULL OR s."user" = $1) AND ($2::text IS NULL OR s."channel" = $2)
  AND ($3::bigint IS NULL OR s."task" = $3) AND ($4::timestamp IS NULL OR s."created" >= $4)
  AND ($5::timestamp IS NULL OR s."created" <= $5) AND ($6::text[] IS NULL OR s."origin" = ANY ($6))`

/** Returns the values of the parameters $1 to $6. */
export const criteriaValues = ({
  user,
  channel,
  task,
  from,
  to,
  origins,
}: ChangeSetCriteria): readonly unknown[] => [
  user ?? null,
  channel ?? null,
  task ?? null,
  from ?? null,
  to ?? null,
  origins ?? null,
]

export interface UndoCriteria extends ChangeSetCriteria {
  /** Only change sets that changed records of this entity; they are undone completely. */
  readonly entity?: string | undefined
  /** Only change sets up to this number. */
  readonly through?: number | undefined
}

/** Change sets to undo together. */
export interface UndoSelection {
  /** Their numbers in ascending order. */
  readonly changesets: readonly number[]
  /** The matching ones that cannot be undone. */
  readonly leftOut: readonly { readonly changeset: number; readonly obstacle: UndoObstacle }[]
}

/** Maximum number of change sets that are undone together. */
export const maxUndoneTogether = 10_000

/**
 * Returns the change sets to undo. Plans are omitted, and change sets that another user has undone already: an undo
 * that is selected too is undone with them.
 * @throws ServiceError `too_many_change_sets`; `nothing_to_undo` if no change set matches, or `cannot_undo_…` if only
 *   such match that cannot be undone
 */
export async function selectChangeSets(
  context: DataContext,
  { entity, through, ...criteria }: UndoCriteria,
): Promise<UndoSelection> {
  const { home, scenario, signal } = context
  return home.withClient(
    async (client) => {
      const { rows } = await client.query<{
        changeset: number
        channel: string
        origin: string | null
        kept: string
      }>(
        `SELECT s."id"::float8 AS "changeset", s."channel", s."origin", ${keptOf(scenario, 's')}::text AS "kept"
         FROM ${qualified(scenario, 'changeset')} s
         WHERE ${matchesCriteria} AND ($7::text IS NULL OR EXISTS (
             SELECT FROM ${qualified(scenario, 'changesetentity')} n WHERE n."changeset" = s."id" AND n."entity" = $7))
           AND ($8::bigint IS NULL OR s."id" <= $8)
         ORDER BY s."id" LIMIT $9`,
        [...criteriaValues(criteria), entity ?? null, through ?? null, maxUndoneTogether + 1],
      )
      if (rows.length > maxUndoneTogether)
        throw new ServiceError('too_many_change_sets', { most: maxUndoneTogether })
      const found = rows.map(({ changeset, kept, ...row }) => {
        return { changeset, obstacle: obstacleOf(context, JSON.parse(kept), row) }
      })
      const matching = new Set(found.map(({ changeset }) => changeset))
      const pairs = await readUndone(client, scenario, found[0]?.changeset ?? 0)
      const undone = new Set(pairs.filter(({ by }) => !matching.has(by)).map((pair) => pair.undone))
      const changesets = found
        .filter(({ changeset, obstacle }) => obstacle === undefined && !undone.has(changeset))
        .map(({ changeset }) => changeset)
      const leftOut = found.flatMap(({ changeset, obstacle }) =>
        obstacle === undefined || obstacle === 'plan' ? [] : [{ changeset, obstacle }],
      )
      if (changesets.length === 0) {
        const [first] = leftOut
        if (first === undefined) throw new ServiceError('nothing_to_undo')
        throw new ServiceError(`cannot_undo_${first.obstacle}`, { changeset: first.changeset })
      }
      return { changesets, leftOut }
    },
    { signal },
  )
}
