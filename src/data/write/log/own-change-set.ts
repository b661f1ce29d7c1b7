/**
 * The change set of a write that is one statement: members of its WITH list that store the change set with its counts
 * and log rows, in the same round trip and with the same columns as `openChangeSet`.
 */
import { literal, qualified } from '../../../database/identifiers.ts'
import { currentTraceparent } from '../../../tracing/tracing.ts'
import type { Actor } from '../../context.ts'
import type { LogAction, LogEntries } from './change-log.ts'

/** Records that a member of the WITH list has changed in one way. */
export interface OwnChange extends Pick<LogEntries, 'action' | 'from' | 'key' | 'changes'> {
  /** Member that returns the changed records. */
  readonly member: string
}

/** Author of the change set, as the values of the parameters `$2` to `$6`. */
export function authorValues({ userId, channel, origin, task }: Actor): readonly (string | null)[] {
  const user = userId === null ? null : String(userId)
  return [
    user,
    channel,
    origin ?? null,
    currentTraceparent() ?? null,
    task === undefined ? null : String(task),
  ]
}

/**
 * Returns the members `changeset`, `counted` and `logged`. Nothing is stored if no record was changed.
 * @param entity name of the entity that owns the table
 * @param single whether at most one record is changed
 */
export function changeSetMembers(
  scenario: string,
  entity: string,
  single: boolean,
  changes: readonly OwnChange[],
): string {
  const alone = single && changes.length === 1
  const countOf = ({ member }: OwnChange): string => (alone ? '1' : `(SELECT count(*) FROM ${member})`)
  const countsOf = (action: LogAction): string => {
    const counts = changes.filter((change) => change.action === action).map(countOf)
    return counts.length === 0 ? '0' : counts.join(' + ')
  }
  // Reading the changed records first makes the number higher than those of all earlier changes of the records.
  const changed = alone ? `FROM ${changes[0]!.member}` : `WHERE ${changes.map(countOf).join(' + ')} > 0`
  const rows = changes.map(
    ({ action, from, key, changes: differences = 'NULL' }) =>
      `SELECT c."id", ${literal(entity)}, ${key}, '${action}', ${differences} FROM changeset c, ${from}`,
  )
  return `changeset AS (
    INSERT INTO ${qualified(scenario, 'changeset')} ("user", "channel", "origin", "trace", "task")
    SELECT $2::bigint, $3::text, $4::text, $5::text, $6::bigint ${changed} RETURNING "id"),
  counted AS (
    INSERT INTO ${qualified(scenario, 'changesetentity')} ("entity", "changeset", "created", "updated", "deleted")
    SELECT ${literal(entity)}, c."id", ${countsOf('add')}, ${countsOf('change')}, ${countsOf('delete')} FROM changeset c),
  logged AS (
    INSERT INTO ${qualified(scenario, 'change')} ("changeset", "entity", "key", "action", "changes")
    ${rows.join('\n    UNION ALL ')})`
}

/**
 * SQLSTATE classes of errors after which the normal path is used: data, constraints and limits; also deadlocks, which
 * the normal path retries.
 */
const refusalClasses = new Set(['22', '23', '40', '54'])

/** Returns whether the database refused a statement, so that the normal path finds and reports the errors. */
export function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error && !('severity' in error) ? error.cause : error
  return (
    cause instanceof Error &&
    'code' in cause &&
    typeof cause.code === 'string' &&
    cause.code.length === 5 &&
    refusalClasses.has(cause.code.slice(0, 2))
  )
}
