/**
 * Changes by plans that are mailed to the followers of records. The preferences `digest` (`daily` or `plan`) and
 * `digest_hour` of a user say when; a row of `control.maildigest` says since when, and when the last mail was sent.
 */
import { generalPreferences } from '../auth/preferences.ts'
import type { ControlDatabase, Database } from '../database/database.ts'
import { literal, qualified } from '../database/identifiers.ts'
import { usualDigestHour } from '../model/digest.ts'
import { scenarioSchemas } from '../scenarios/registry.ts'
import { momentText } from './feed.ts'
import type { Follower } from './follower.ts'
import { type PlanItem, planNewsId, type PlanNewsRow, presentPlanNews } from './plan-news.ts'

/** SQL of the users who want mails about plans: `user`, `daily` and the hour. */
const wanted = `SELECT p."user", p."value"->>'digest' = 'daily' AS "daily",
    CASE WHEN p."value"->>'digest_hour' ~ '^([01]?[0-9]|2[0-3])$' THEN (p."value"->>'digest_hour')::integer
      ELSE ${usualDigestHour} END AS "hour"
  FROM control."userpreference" p JOIN control."user" u ON u."id" = p."user"
  WHERE p."property" = '${generalPreferences}' AND p."value"->>'digest' IN ('daily', 'plan') AND coalesce(u."email", '') <> ''`

/** Returns SQL of the last time at which the daily mail of an hour was due, until a local time. */
const lastDue = (now: string): string =>
  `date_trunc('day', ${now} - make_interval(hours => w."hour")) + make_interval(hours => w."hour")`

/**
 * Adds the users who have turned mails on, and deletes those who have turned them off.
 * @param now local time of the installation
 */
async function updateRecipients(database: ControlDatabase, now: string): Promise<void> {
  await database.query({
    text: `WITH "wanted" AS MATERIALIZED (${wanted}),
      "gone" AS (DELETE FROM control."maildigest" d WHERE NOT EXISTS (
        SELECT FROM "wanted" w WHERE w."user" = d."user"))
      INSERT INTO control."maildigest" ("user", "sent")
      SELECT w."user", $1::timestamp FROM "wanted" w WHERE NOT EXISTS (
        SELECT FROM control."maildigest" d WHERE d."user" = w."user")
      ON CONFLICT ("user") DO NOTHING`,
    values: [now],
  })
}

/** Returns SQL of changes that were not mailed, with `user`, of the scenario. */
const unmailed = (scenario: string): string => `SELECT n."user" FROM ${qualified(scenario, 'plannotice')} n
  JOIN ${qualified(scenario, 'changeset')} s ON s."id" = n."changeset"
  JOIN control."maildigest" d ON d."user" = n."user"
  WHERE NOT n."mailed" AND s."created" >= d."since"`

/**
 * Returns the users to whom a mail is due and who have changes to be mailed. A daily mail without changes counts as
 * sent.
 * @param now local time of the installation
 */
export async function findDueDigests(database: ControlDatabase, now: string): Promise<readonly number[]> {
  await updateRecipients(database, now)
  const scenarios = await scenarioSchemas(database)
  if (scenarios.length === 0) return []
  const { rows } = await database.query<{ user: number }>({
    text: `WITH "due" AS MATERIALIZED (
        SELECT d."user", w."daily" FROM control."maildigest" d JOIN (${wanted}) w ON w."user" = d."user"
        WHERE (d."retry" IS NULL OR d."retry" <= now()) AND (NOT w."daily" OR ${lastDue('$1::timestamp')} > d."sent")),
      "news" AS MATERIALIZED (
        SELECT "user" FROM "due" d WHERE EXISTS (SELECT FROM (
          ${scenarios.map(unmailed).join(' UNION ALL ')}) n WHERE n."user" = d."user")),
      "idle" AS (
        UPDATE control."maildigest" d SET "sent" = $1::timestamp FROM "due"
        WHERE "due"."user" = d."user" AND "due"."daily" AND NOT EXISTS (SELECT FROM "news" n WHERE n."user" = d."user"))
      SELECT "user"::float8 AS "user" FROM "news" ORDER BY 1`,
    values: [now],
  })
  return rows.map(({ user }) => user)
}

/** Maximum delay between two attempts to send a mail. */
const mostRetryMinutes = 24 * 60

export interface TakenNews {
  /** Latest first. */
  readonly items: readonly PlanItem[]
  /** When the previous mail was sent. */
  readonly sent: string
  /** Number of failed attempts to mail the changes. */
  readonly failures: number
}

/**
 * Returns SQL that marks the changes of the user $1 since $2 as mailed in all scenarios, and returns them: one
 * statement, because there may be many scenarios.
 */
const takenChanges = (scenarios: readonly string[]): string => {
  const taken = scenarios.map(
    (scenario, index) => `"taken${index}" AS (
      UPDATE ${qualified(scenario, 'plannotice')} n SET "mailed" = true
      FROM ${qualified(scenario, 'changeset')} s
      WHERE s."id" = n."changeset" AND n."user" = $1 AND NOT n."mailed" AND s."created" >= $2::timestamp
      RETURNING n."changeset", n."kind", n."total", n."changes", s."created", s."user" AS "by")`,
  )
  const shown = scenarios.map(
    (
      scenario,
      index,
    ) => `SELECT ${planNewsId(scenario)} AS "id", n."kind", ${literal(scenario)} AS "scenario", n."total",
      n."changes", ${momentText('n."created"')} AS "moment", false AS "read", n."by"::float8 AS "by" FROM "taken${index}" n`,
  )
  return `WITH ${taken.join(',\n')}\n${shown.join('\nUNION ALL\n')}`
}

/**
 * Marks the changes that were not mailed to a user as mailed, and returns them: no other process returns them as
 * well. Returns undefined while another process does this for the user.
 * @param now local time of the installation
 */
export async function takeNews(follower: Follower, now: string): Promise<TakenNews | undefined> {
  const { control: database, principal } = follower
  // Changes in scenarios that the user may no longer open are marked as well, and not returned.
  const scenarios = await scenarioSchemas(database)
  return database.withTransaction(async (client) => {
    const { rows } = await client.query<{ since: string; sent: string; failures: number }>(
      `SELECT "since"::text AS "since", "sent"::text AS "sent", "failures" FROM control."maildigest" WHERE "user" = $1
       FOR UPDATE SKIP LOCKED`,
      [principal.userId],
    )
    const [state] = rows
    if (state === undefined) return undefined
    const { rows: found } = await client.query<PlanNewsRow & { readonly scenario: string }>(
      takenChanges(scenarios),
      [principal.userId, state.since],
    )
    const byScenario = [...Map.groupBy(found, ({ scenario }) => scenario)]
    const news = byScenario.map(([scenario, own]) => ({ scenario, rows: own }))
    const query: Database['query'] = ({ text, values = [] }) => client.query({ text, values: [...values] })
    const reading = { ...follower, control: { ...follower.control, query } }
    const items = [...(await presentPlanNews(reading, news))]
    await client.query(
      `UPDATE control."maildigest" SET "sent" = $2::timestamp, "retry" = NULL, "failures" = 0 WHERE "user" = $1`,
      [principal.userId, now],
    )
    items.sort((one, other) => (one.moment < other.moment ? 1 : -1))
    return { items, sent: state.sent, failures: state.failures }
  })
}

/**
 * Marks the changes as not mailed again after a failure, and plans the next attempt: the delay doubles with each
 * failure, up to a day.
 * @param retryMinutes delay after the first failure
 */
export async function returnNews(
  database: ControlDatabase,
  userId: number,
  { items, sent, failures }: TakenNews,
  retryMinutes: number,
): Promise<void> {
  await database.withTransaction(async (client) => {
    for (const [scenario, own] of Map.groupBy(items, (item) => item.scenario)) {
      await client.query(
        `UPDATE ${qualified(scenario, 'plannotice')} n SET "mailed" = false
         WHERE n."user" = $1 AND ${planNewsId(scenario)} = ANY ($2::text[])`,
        [userId, own.map(({ id }) => id)],
      )
    }
    await client.query(
      `UPDATE control."maildigest" SET "sent" = $2::timestamp, "retry" = now() + make_interval(mins => $3), "failures" = $4
       WHERE "user" = $1`,
      [userId, sent, Math.min(retryMinutes * 2 ** failures, mostRetryMinutes), failures + 1],
    )
  })
}
