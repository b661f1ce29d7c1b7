/**
 * Changes by plans that are mailed to the followers of records. The preferences `digest` (`daily` or `plan`) and
 * `digest_hour` of a user say when; a row of `control.maildigest` says since when, and when the last mail was sent.
 */
import { generalPreferences } from '../auth/preferences.ts'
import type { ControlDatabase, Database, ScenarioDatabase } from '../database/database.ts'
import { homeOf, isSameDatabase } from '../database/homes.ts'
import { literal, qualified } from '../database/identifiers.ts'
import { usualDigestHour } from '../model/digest.ts'
import { ServiceError } from '../errors/service-error.ts'
import { scenarioSchemas } from '../scenarios/registry.ts'
import { momentText } from './feed.ts'
import { divideByReach, type Follower } from './follower.ts'
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

interface ScenarioHomes {
  /** Scenarios by the database that contains them. Those whose server does not answer are left out. */
  readonly homes: readonly (readonly [home: ScenarioDatabase, scenarios: readonly string[]])[]
  /** Whether the servers of all scenarios answer. */
  readonly complete: boolean
}

async function scenariosByHome(control: ControlDatabase): Promise<ScenarioHomes> {
  const home = (name: string): ScenarioDatabase => homeOf(control, name)
  const { scenarios, unavailable } = await divideByReach(
    { control, homeOf: home },
    await scenarioSchemas(control),
  )
  return { homes: [...Map.groupBy(scenarios, home)], complete: unavailable.length === 0 }
}

/** Returns the result of a query, or undefined if a further server stopped answering since it was asked. */
const ifAvailable = <Result>(result: Promise<Result>): Promise<Result | undefined> =>
  result.catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'scenario_server_unavailable') return undefined
    throw error
  })

/** A user to whom a mail is due if there are changes. */
interface DueUser {
  readonly user: number
  readonly daily: boolean
  /** Changes since then are mailed, with microseconds. */
  readonly since: string
}

/** Returns SQL of the changes in a scenario that were not mailed to the user `d`. */
const unmailedIn = (scenario: string): string => `SELECT FROM ${qualified(scenario, 'plannotice')} n
      JOIN ${qualified(scenario, 'changeset')} s ON s."id" = n."changeset"
      WHERE n."user" = d."user" AND NOT n."mailed" AND s."created" >= d."since"`

/** Returns which of the users have changes in scenarios of one database that were not mailed. */
async function usersWithNews(
  home: ScenarioDatabase,
  scenarios: readonly string[],
  due: readonly DueUser[],
): Promise<readonly number[]> {
  const { rows } = await home.query<{ user: number }>({
    text: `SELECT d."user"::float8 AS "user" FROM json_to_recordset($1::json) AS d("user" bigint, "since" timestamp)
      WHERE ${scenarios.map((scenario) => `EXISTS (${unmailedIn(scenario)})`).join('\n OR ')}`,
    values: [JSON.stringify(due)],
  })
  return rows.map(({ user }) => user)
}

/**
 * Returns the users to whom a mail is due and who have changes to be mailed. A daily mail without changes counts as
 * sent if the servers of all scenarios answer; otherwise it stays due, for changes on those that do not.
 * @param now local time of the installation
 */
export async function findDueDigests(control: ControlDatabase, now: string): Promise<readonly number[]> {
  await updateRecipients(control, now)
  const { rows: due } = await control.query<DueUser & Record<string, unknown>>({
    text: `SELECT d."user"::float8 AS "user", w."daily", d."since"::text AS "since"
      FROM control."maildigest" d JOIN (${wanted}) w ON w."user" = d."user"
      WHERE (d."retry" IS NULL OR d."retry" <= now()) AND (NOT w."daily" OR ${lastDue('$1::timestamp')} > d."sent")
      ORDER BY 1`,
    values: [now],
  })
  if (due.length === 0) return []
  const { homes, complete } = await scenariosByHome(control)
  const answers = await Promise.all(
    homes.map(([home, scenarios]) => ifAvailable(usersWithNews(home, scenarios, due))),
  )
  const found = new Set(answers.flatMap((users) => users ?? []))
  const isKnown = complete && !answers.includes(undefined)
  const idle = isKnown ? due.filter(({ user, daily }) => daily && !found.has(user)) : []
  if (idle.length > 0) {
    await control.query({
      text: `UPDATE control."maildigest" SET "sent" = $1::timestamp WHERE "user" = ANY ($2::bigint[])`,
      values: [now, idle.map(({ user }) => user)],
    })
  }
  return due.flatMap(({ user }) => (found.has(user) ? [user] : []))
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
 * Returns SQL that marks the changes of the user $1 since $2 as mailed in scenarios of one database, and returns them:
 * one statement, because there may be many scenarios.
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
 * well. Returns undefined while another process does this for the user, or if nothing was found and a server does not
 * answer: the mail stays due. Changes on such a server are part of the next mail. Further servers come last, because
 * what was marked there stays marked if the transaction fails.
 * @param now local time of the installation
 */
export async function takeNews(follower: Follower, now: string): Promise<TakenNews | undefined> {
  const { control, principal } = follower
  // Changes in scenarios that the user may no longer open are marked as well, and not returned.
  const { homes, complete } = await scenariosByHome(control)
  return control.withTransaction(async (client) => {
    const { rows } = await client.query<{ since: string; sent: string; failures: number }>(
      `SELECT "since"::text AS "since", "sent"::text AS "sent", "failures" FROM control."maildigest" WHERE "user" = $1
       FOR UPDATE SKIP LOCKED`,
      [principal.userId],
    )
    const [state] = rows
    if (state === undefined) return undefined
    const query: Database['query'] = ({ text, values = [] }) => client.query({ text, values: [...values] })
    const found: (PlanNewsRow & { readonly scenario: string })[] = []
    let isKnown = complete
    const isFirst = (home: ScenarioDatabase): boolean => isSameDatabase(home, control)
    for (const [home, scenarios] of homes.toSorted(([one], [other]) => +isFirst(other) - +isFirst(one))) {
      const taken = await ifAvailable(
        (isFirst(home) ? { query } : home).query<
          PlanNewsRow & { readonly scenario: string } & Record<string, unknown>
        >({ text: takenChanges(scenarios), values: [principal.userId, state.since] }),
      )
      if (taken === undefined) isKnown = false
      else found.push(...taken.rows)
    }
    if (found.length === 0 && !isKnown) return undefined
    await client.query(
      `UPDATE control."maildigest" SET "sent" = $2::timestamp, "retry" = NULL, "failures" = 0 WHERE "user" = $1`,
      [principal.userId, now],
    )
    const byScenario = [...Map.groupBy(found, ({ scenario }) => scenario)]
    const news = byScenario.map(([scenario, own]) => ({ scenario, rows: own }))
    const reading = { ...follower, control: { ...control, query } }
    const items = [...(await presentPlanNews(reading, news))]
    items.sort((one, other) => (one.moment < other.moment ? 1 : -1))
    return { items, sent: state.sent, failures: state.failures }
  })
}

/**
 * Marks the changes as not mailed again after a failure, and plans the next attempt: the delay doubles with each
 * failure, up to a day. On the first server either all of this happens or nothing. Changes on a further server that
 * cannot be used stay marked.
 * @param retryMinutes delay after the first failure
 * @returns the failures of further servers, by scenario
 */
export async function returnNews(
  control: ControlDatabase,
  userId: number,
  { items, sent, failures }: TakenNews,
  retryMinutes: number,
): Promise<ReadonlyMap<string, unknown>> {
  const returned = [...Map.groupBy(items, (item) => item.scenario)].map(([scenario, own]) => ({
    scenario,
    home: homeOf(control, scenario),
    statement: {
      text: `UPDATE ${qualified(scenario, 'plannotice')} n SET "mailed" = false
        WHERE n."user" = $1 AND ${planNewsId(scenario)} = ANY ($2::text[])`,
      values: [userId, own.map(({ id }) => id)],
    },
  }))
  const [here, there] = [true, false].map((first) =>
    returned.filter(({ home }) => isSameDatabase(home, control) === first),
  )
  await control.withTransaction(async (client) => {
    await client.query(
      `UPDATE control."maildigest" SET "sent" = $2::timestamp, "retry" = now() + make_interval(mins => $3), "failures" = $4
        WHERE "user" = $1`,
      [userId, sent, Math.min(retryMinutes * 2 ** failures, mostRetryMinutes), failures + 1],
    )
    for (const { statement } of here ?? []) await client.query(statement)
  })
  const failed = new Map<string, unknown>()
  for (const { scenario, home, statement } of there ?? []) {
    await home.query(statement).catch((error: unknown) => failed.set(scenario, error))
  }
  return failed
}
