/**
 * Changes by plans to the records that a user follows, and new exceptions on them, as items of the inbox: one item per
 * plan and kind.
 */
import { namedUsers, usernameIn } from '../data/user-names.ts'
import { literal, qualified } from '../database/identifiers.ts'
import type { NoticedChange } from '../planning/notices/plan-notices.ts'
import { comesAfter, type FeedItem, type FeedQuery, isRead, marksIn, momentText, valuesOf } from './feed.ts'
import { type Follower, type Reader, visibleEntities } from './follower.ts'
import { readUntil } from './read-marks.ts'

export interface PlanItem extends FeedItem {
  readonly kind: 'plan' | 'exception'
  /** User who made the plan; null for the service itself and the command line. */
  readonly user: string | null
  /** Number of all changes; `changes` contains the first of them. */
  readonly total: number
  readonly changes: readonly NoticedChange[]
}

/** Returns SQL of the id of news, from a row `n` with the change set of the plan and the kind. */
export const planNewsId = (scenario: string): string =>
  `(n."kind" || ${literal(`:${scenario}:`)} || n."changeset")`

/** Entity that users must be allowed to view for exceptions, as for the screen that lists them. */
const exceptionSource = 'output.problem'

/** Returns the names of the visible entities. */
const visibleNames = (follower: Follower, scenario: string): ReadonlySet<string> =>
  new Set(visibleEntities(follower, scenario).map(({ name }) => name))

/** @param entities parameter with the names of the entities that the user may view */
const newsIn = (scenario: string, entities: number): string =>
  `${qualified(scenario, 'plannotice')} n JOIN ${qualified(scenario, 'changeset')} s ON s."id" = n."changeset"
    WHERE n."user" = $1 AND (n."kind" <> 'exception' OR '${exceptionSource}' = ANY ($${entities}::text[])) AND EXISTS (
      SELECT FROM json_array_elements(n."changes"::json) c WHERE c->>'entity' = ANY ($${entities}::text[]))`

/** News as it is stored. */
export interface PlanNewsRow extends Omit<PlanItem, 'changes' | 'user'> {
  /** Id of the user who made the plan. */
  readonly by: number | null
  /** JSON of all changes. */
  readonly changes: string
}

/** News of one scenario. */
export interface ScenarioNews {
  readonly scenario: string
  readonly rows: readonly PlanNewsRow[]
}

/** Returns the news of scenarios with the changes of records that the user may view. */
export async function presentPlanNews(
  follower: Follower,
  found: readonly ScenarioNews[],
): Promise<readonly PlanItem[]> {
  const nameOf = await namedUsers(
    follower.control,
    found.flatMap(({ rows }) => rows.map(({ by }) => by)),
  )
  return found.flatMap(({ scenario, rows }) => {
    const visible = visibleNames(follower, scenario)
    return rows.map(({ id, kind, moment, read, by, total, changes }): PlanItem => {
      const all: readonly NoticedChange[] = JSON.parse(changes)
      const mayView = kind === 'plan' || visible.has(exceptionSource)
      const shown = mayView ? all.filter(({ entity }) => visible.has(entity)) : []
      // Changes that the user may no longer view are not counted, as far as they are known.
      const count = total - (all.length - shown.length)
      return { id, kind, moment, scenario, read, user: usernameIn(nameOf(by)), total: count, changes: shown }
    })
  })
}

export async function planNews(follower: Reader, query: FeedQuery): Promise<readonly PlanItem[]> {
  const found = await Promise.all(
    follower.scenarios.map(async (scenario) => {
      const id = planNewsId(scenario)
      const read = isRead('s."created"', id)
      const { rows } = await follower.homeOf(scenario).query<PlanNewsRow & Record<string, unknown>>({
        text: `SELECT ${id} AS "id", n."kind", ${literal(scenario)} AS "scenario", n."total", n."changes",
            s."user"::float8 AS "by", ${momentText('s."created"')} AS "moment", ${read} AS "read"
          FROM ${newsIn(scenario, 8)} AND ${comesAfter('s."created"', id)} AND (NOT $6::boolean OR NOT ${read})
          ORDER BY s."created" DESC, ${id} COLLATE "C" DESC LIMIT $7`,
        values: [
          ...valuesOf({ ...query, marks: marksIn(query.marks, scenario) }),
          [...visibleNames(follower, scenario)],
        ],
      })
      return { scenario, rows }
    }),
  )
  return presentPlanNews(follower, found)
}

export async function unreadPlanNews(
  follower: Reader,
  { userId, marks }: Pick<FeedQuery, 'userId' | 'marks'>,
): Promise<number> {
  const counts = await Promise.all(
    follower.scenarios.map(async (scenario) => {
      const { rows } = await follower.homeOf(scenario).query<{ unread: number }>({
        text: `SELECT count(*)::integer AS "unread" FROM ${newsIn(scenario, 4)}
          AND NOT ${isRead('s."created"', planNewsId(scenario))}`,
        values: [userId, readUntil(marks, scenario), marks.ids, [...visibleNames(follower, scenario)]],
      })
      return rows[0]?.unread ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
