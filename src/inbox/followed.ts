/**
 * Reads comments and changes by others of the records that a user follows, since the user follows them, and comments
 * that mention the user. All of it is read from the change log: nothing is stored twice, and writes have no
 * additional cost. Entities that the user may no longer view are omitted.
 */
import { mostFollows } from '../auth/storages/owner-quota.ts'
import { followedSinceSql } from '../data/history/followed-since.ts'
import { namedUsers, usernameIn } from '../data/user-names.ts'
import type { ScenarioDatabase } from '../database/database.ts'
import { literal, qualified } from '../database/identifiers.ts'
import { baseEntity } from '../model/model.ts'
import { comesAfter, type FeedItem, type FeedQuery, isRead, marksIn, momentText, valuesOf } from './feed.ts'
import { type Follower, type Reader, visibleEntities } from './follower.ts'
import { readUntil } from './read-marks.ts'

export interface NewsItem extends FeedItem {
  readonly kind: 'comment' | 'mention' | 'add' | 'change' | 'delete'
  readonly entity: string
  readonly key: string
  /** Display name of the record. */
  readonly title?: string
  /** User who made the change; null for the service itself and the command line. */
  readonly user: string | null
  /** Text of the comment. */
  readonly text: string | null
  /** Names of the changed fields. */
  readonly fields: readonly string[]
}

/** Returns the scenarios in which the user follows a record or was mentioned. */
async function scenariosOf(follower: Reader): Promise<readonly string[]> {
  const homes = Map.groupBy(follower.scenarios, follower.homeOf)
  const found = await Promise.all(
    [...homes].map(([home, names]) => concerning(home, names, follower.principal.userId)),
  )
  return found.flat()
}

/** Returns those of the scenarios of one database in which the user follows a record or was mentioned. */
async function concerning(
  home: ScenarioDatabase,
  names: readonly string[],
  userId: number | null,
): Promise<readonly string[]> {
  const { rows } = await home.query<{ scenario: string }>({
    text: names
      .map(
        (name) =>
          `SELECT ${literal(name)} AS "scenario" WHERE EXISTS (
            SELECT FROM ${qualified(name, 'follower')} WHERE "user" = $1)
            OR EXISTS (SELECT FROM ${qualified(name, 'mention')} WHERE "user" = $1)`,
      )
      .join(' UNION ALL '),
    values: [userId],
  })
  return rows.map(({ scenario }) => scenario)
}

/** Returns the names of the visible entities, and of the entities that own their tables, which the change log contains. */
function visibleNames(follower: Follower, scenario: string): readonly (readonly string[])[] {
  const entities = visibleEntities(follower, scenario)
  return [entities.map(({ name }) => name), entities.map((entity) => baseEntity(follower.model, entity).name)]
}

/** Maximum number of mentions of one user, newest first. */
const mostMentions = 1_000

/** SQL for the changes of the followed record in a log entry, of one record or of a block of records. */
const changesOfRecord = `CASE WHEN c."last_key" IS NULL THEN c."changes" ELSE (
  SELECT (b."entry"->1)::text FROM json_array_elements(c."changes"::json) AS b("entry")
  WHERE json_typeof(b."entry") = 'array' AND b."entry"->>0 = f."key" LIMIT 1) END`

/**
 * Returns all news of a scenario as a FROM clause.
 *
 * @param entities parameter with the names of entities; the next parameter contains the entities that own their
 *   tables
 */
function newsIn(scenario: string, entities: number): string {
  const log = qualified(scenario, 'change')
  return `(
    WITH "followed" AS MATERIALIZED (
      SELECT DISTINCT ON (f."content_type", f."object_pk") f."id", f."content_type" AS "entity", e."base",
        f."object_pk" AS "key", ${followedSinceSql(scenario)} AS "since"
      FROM (SELECT * FROM ${qualified(scenario, 'follower')} WHERE "user" = $1 ORDER BY "id" LIMIT ${mostFollows}) f
        JOIN unnest($${entities}::text[], $${entities + 1}::text[]) AS e("name", "base") ON e."name" = f."content_type"
      WHERE f."object_pk" IS NOT NULL
      ORDER BY f."content_type", f."object_pk", f."id")
    -- All comments at once: one after the other, the comments of each record could be looked for in all there are.
    SELECT f."entity", f."key", 'comment' AS "kind", m."id"::text AS "number", c."changeset", m."comment" AS "text",
      NULL::text AS "changes"
    FROM "followed" f
      JOIN ${qualified(scenario, 'comment')} m
        ON m."object_pk" = f."key" AND m."content_type" = f."entity" AND m."type" = 'comment'
      JOIN ${log} c ON c."entity" = 'common.comment' AND c."last_key" IS NULL AND c."key" = m."id"::text
    WHERE c."action" = 'add' AND c."changeset" > f."since"
      AND NOT EXISTS (SELECT FROM ${qualified(scenario, 'mention')} x WHERE x."user" = $1 AND x."comment" = m."id")
    UNION ALL
    SELECT m."content_type", m."object_pk", 'mention', m."id"::text, c."changeset", m."comment", NULL
    FROM (SELECT "comment" FROM ${qualified(scenario, 'mention')} WHERE "user" = $1
        ORDER BY "comment" DESC LIMIT ${mostMentions}) x
      JOIN ${qualified(scenario, 'comment')} m ON m."id" = x."comment"
      JOIN unnest($${entities}::text[]) AS e("name") ON e."name" = m."content_type"
      JOIN ${log} c ON c."entity" = 'common.comment' AND c."last_key" IS NULL AND c."key" = m."id"::text
    WHERE c."action" = 'add'
    UNION ALL
    SELECT f."entity", f."key", d.* FROM "followed" f CROSS JOIN LATERAL (
      SELECT CASE WHEN bool_or(c."action" = 'delete') THEN 'delete' WHEN bool_or(c."action" = 'add') THEN 'add'
        ELSE 'change' END, c."changeset" || '.' || f."id", c."changeset", NULL,
        json_agg(${changesOfRecord}) FILTER (WHERE c."action" = 'change')::text
      FROM ${log} c
      WHERE c."entity" = f."base" AND c."changeset" > f."since" AND (
        (c."last_key" IS NULL AND c."key" = f."key") OR
        (c."last_key" IS NOT NULL AND c."key" <= f."key" AND c."last_key" >= f."key"
          AND strpos(c."changes", ',[' || to_json(f."key")::text) > 0))
      GROUP BY c."changeset") d) n
  JOIN ${qualified(scenario, 'changeset')} s ON s."id" = n."changeset" AND s."user" IS DISTINCT FROM $1`
}

const idIn = (scenario: string): string => `n."kind" || ${literal(`:${scenario}:`)} || n."number"`

type Row = Omit<NewsItem, 'fields' | 'user'> & { readonly by: number | null; readonly changes: string | null }

export async function followedNews(follower: Reader, query: FeedQuery): Promise<readonly NewsItem[]> {
  const scenarios = await scenariosOf(follower)
  const found = await Promise.all(
    scenarios.map(async (scenario) => {
      const id = idIn(scenario)
      const read = isRead('s."created"', id)
      const { rows } = await follower.homeOf(scenario).query<Row & Record<string, unknown>>({
        text: `SELECT ${id} AS "id", n."kind", n."entity", n."key", ${literal(scenario)} AS "scenario",
            s."user"::float8 AS "by", n."text", n."changes", ${momentText('s."created"')} AS "moment", ${read} AS "read"
          FROM ${newsIn(scenario, 8)}
          WHERE ${comesAfter('s."created"', id)} AND (NOT $6::boolean OR NOT ${read})
          ORDER BY s."created" DESC, ${id} COLLATE "C" DESC LIMIT $7`,
        values: [
          ...valuesOf({ ...query, marks: marksIn(query.marks, scenario) }),
          ...visibleNames(follower, scenario),
        ],
      })
      return rows
    }),
  )
  const rows = found.flat()
  const nameOf = await namedUsers(
    follower.control,
    rows.map(({ by }) => by),
  )
  return rows.map(({ by, changes, ...row }) =>
    Object.assign(row, { user: usernameIn(nameOf(by)), fields: namesIn(changes) }),
  )
}

/** Returns the field names in a JSON list of texts `{name: [old, new]}`. */
function namesIn(changes: string | null): readonly string[] {
  const list: unknown = changes === null ? [] : JSON.parse(changes)
  if (!Array.isArray(list)) return []
  const names = list.flatMap((text: unknown) =>
    typeof text === 'string' ? Object.keys(Object(JSON.parse(text))) : [],
  )
  return [...new Set(names)]
}

export async function unreadNews(
  follower: Reader,
  { userId, marks }: Pick<FeedQuery, 'userId' | 'marks'>,
): Promise<number> {
  const counts = await Promise.all(
    (await scenariosOf(follower)).map(async (scenario) => {
      const { rows } = await follower.homeOf(scenario).query<{ unread: number }>({
        text: `SELECT count(*)::integer AS "unread" FROM ${newsIn(scenario, 4)}
          WHERE NOT ${isRead('s."created"', idIn(scenario))}`,
        values: [userId, readUntil(marks, scenario), marks.ids, ...visibleNames(follower, scenario)],
      })
      return rows[0]?.unread ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
