/**
 * Keeps trials that were shown to users in the database, so that they can be accepted at any server: for a limited
 * time, and limited in number and size per user.
 */
import { randomUUID } from 'node:crypto'
import type { ControlDatabase, ScopeOptions } from '../database/database.ts'
import type { KeptTrial } from '../planning/live/questions.ts'

/** The user who asked for a trial, and the scenario of its plan. */
export interface TrialOwner {
  readonly userId: number
  readonly scenario: string
}

/** Number of minutes for which a trial can be accepted. */
export const trialMinutes = 30

/** Maximum number of trials of a user. */
const mostTrials = 50
/** Maximum number of characters of the edits of all trials of a user, as JSON. */
const mostCharacters = 4_000_000

const isExpiredSql = `"made" <= clock_timestamp() - make_interval(mins => ${trialMinutes})`

/** Stores trials and deletes what is expired or beyond the limits of the user. Returns their tokens in the same order. */
export async function keepTrials(
  database: ControlDatabase,
  { userId, scenario }: TrialOwner,
  trials: readonly KeptTrial[],
  options?: ScopeOptions,
): Promise<readonly string[]> {
  if (trials.length === 0) return []
  const rows = trials.map(({ trial, outcome }) => {
    const text = JSON.stringify(trial)
    return { token: randomUUID(), size: text.length, trial: text, outcome: JSON.stringify(outcome) }
  })
  await database.query(
    { name: 'keep-trials', text: keepSql, values: [userId, scenario, JSON.stringify(rows)] },
    options,
  )
  return rows.map(({ token }) => token)
}

/** The trials of the statement itself are not among the older ones: they always stay, whatever their size. */
const keepSql = `WITH "given" AS (
    SELECT * FROM json_to_recordset($3::json) AS g("token" uuid, "size" integer, "trial" text, "outcome" text)
  ), "older" AS (
    SELECT "token",
      row_number() OVER "latest_first" + (SELECT count(*) FROM "given") AS "count",
      sum("size") OVER "latest_first" + (SELECT sum("size") FROM "given") AS "characters"
    FROM control."trial" WHERE "user" = $1
    WINDOW "latest_first" AS (ORDER BY "made" DESC, "token")
  ), "deleted" AS (
    DELETE FROM control."trial" t
    WHERE ${isExpiredSql} OR "token" IN (
      SELECT "token" FROM "older" WHERE "count" > ${mostTrials} OR "characters" > ${mostCharacters}
    )
  )
  INSERT INTO control."trial" ("token", "user", "scenario", "size", "trial", "outcome")
  SELECT "token", $1, $2, "size", "trial"::json, "outcome"::json FROM "given"`

const isToken = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Returns the trial of a token, if the user asked for it in this scenario and it can still be accepted. */
export async function findTrial(
  database: ControlDatabase,
  token: string,
  { userId, scenario }: TrialOwner,
  options?: ScopeOptions,
): Promise<KeptTrial | undefined> {
  if (!isToken(token)) return undefined
  const { rows } = await database.query<{ trial: string; outcome: string }>(
    {
      name: 'find-trial',
      text: `SELECT "trial", "outcome" FROM control."trial"
        WHERE "token" = $1 AND "user" = $2 AND "scenario" = $3 AND NOT (${isExpiredSql})`,
      values: [token, userId, scenario],
    },
    options,
  )
  const [found] = rows
  return found && { trial: JSON.parse(found.trial), outcome: JSON.parse(found.outcome) }
}

/** Deletes a trial that has been accepted. */
export async function forgetTrial(database: ControlDatabase, token: string): Promise<void> {
  await database.query({ text: `DELETE FROM control."trial" WHERE "token" = $1`, values: [token] })
}
