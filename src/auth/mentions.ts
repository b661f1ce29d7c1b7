/**
 * Finds mentions of users in comments: `@ann`, or `@"Ann Lee"` for a name with blanks. Only users who may view the
 * subject of the comment are mentioned; any other name is text.
 */
import type { ControlDatabase } from '../database/database.ts'
import { storableText } from '../database/storable-text.ts'
import { type Account, loadAccounts } from './accounts.ts'
import { mayViewSubject } from './rights/subjects.ts'

/** Maximum number of users that one comment can mention. */
const mostMentioned = 20
/** Maximum number of accounts that are checked for one list of users. */
const mostLookedAt = 200

const longestName = 150
// An `@` in an e-mail address or within a word does not start a name.
const mention = new RegExp(
  String.raw`(?<![\p{L}\p{N}@._+-])@(?:"([^"\n]{1,${longestName}})"|([\p{L}\p{N}@._+-]{1,${longestName}}))`,
  'gu',
)

/** The names that one mention can stand for: with and, last, without trailing punctuation. */
type MentionNames = readonly [string, ...string[]]

/** Returns the mentions of a text, each once, whether or not such users exist. */
function mentionsOf(text: string): readonly MentionNames[] {
  const mentions = new Map<string, MentionNames>()
  for (const [, quoted, plain = ''] of text.matchAll(mention)) {
    const trimmed = quoted === undefined ? plain.replace(/[.@_+-]+$/, '') : quoted.trim()
    const exact = quoted === undefined ? plain : trimmed
    if (exact !== '') mentions.set(exact, trimmed === '' || trimmed === exact ? [exact] : [exact, trimmed])
  }
  return [...mentions.values()]
}

/** Returns the names that a text mentions, whether or not such users exist, with and without trailing punctuation. */
export const mentionedNames = (text: string): readonly string[] => [...new Set(mentionsOf(text).flat())]

/** The object of a comment or notification, as required for permission checks. */
export interface Subject {
  readonly scenario: string
  /** Name of the entity. */
  readonly entity: string
}

export interface MentionableUser {
  readonly id: number
  readonly username: string
  /** First and last name. */
  readonly name: string
}

type Queries = Pick<ControlDatabase, 'query'>

// Same expression as in the index of users by name.
const folded = (sql: string): string => `lower(${sql} COLLATE "und-x-icu")`
const columns = `u."id", u."username", concat_ws(' ', nullif(u."first_name", ''), nullif(u."last_name", '')) AS "name"`

export interface Mentioned {
  /** Ids of users who may view the subject of the comment; at most `mostMentioned`. */
  readonly users: readonly number[]
  /** Mentioned names, as written, of which no user is notified: unknown users, and users who may not view the subject. */
  readonly unknown: readonly string[]
}

/** Returns the users that each of some comments mentions, ignoring case, with two queries in total. */
export async function findMentioned(
  database: Queries,
  scenario: string,
  comments: readonly { readonly entity: string; readonly text: string }[],
): Promise<readonly Mentioned[]> {
  const mentions = comments.map(({ text }) => mentionsOf(text))
  const names = [...new Set(mentions.flatMap((found) => found.slice(0, mostMentioned)).flat())]
  if (names.length === 0) return comments.map(() => ({ users: [], unknown: [] }))
  const { rows } = await database.query<{ id: number; named: string }>({
    text: `SELECT u."id", n."name" AS "named" FROM control."user" u JOIN unnest($1::text[]) AS n("name")
      ON ${folded('u."username"')} = ${folded('n."name"')} ORDER BY u."id"`,
    values: [names],
  })
  const accounts = await loadAccounts(database, [...new Set(rows.map(({ id }) => id))])
  const byName = Map.groupBy(rows, ({ named }) => named)
  const entities = [...new Set(comments.map(({ entity }) => entity))]
  const viewers = new Map(
    entities.map((entity) => [
      entity,
      new Set([...accounts].flatMap(([id, user]) => (mayView(user, { scenario, entity }) ? [id] : []))),
    ]),
  )
  return comments.map(({ entity }, index) => {
    const users = new Set<number>()
    const unknown = new Set<string>()
    for (const spellings of mentions[index]!) {
      const found = spellings.flatMap((name) => byName.get(name) ?? []).map(({ id }) => id)
      const told = found.filter((id) => viewers.get(entity)!.has(id))
      if (told.length === 0 || users.size >= mostMentioned) unknown.add(spellings.at(-1) ?? spellings[0])
      else for (const id of told) users.add(id)
    }
    return { users: [...users], unknown: [...unknown] }
  })
}

/**
 * Returns users who may view the subject and whose user name, or a word of whose name, starts with a text; sorted by
 * name.
 */
export async function suggestMentions(
  database: Queries,
  subject: Subject,
  text: string,
  limit: number,
): Promise<readonly MentionableUser[]> {
  const { rows } = await database.query<MentionableUser & Record<string, unknown>>({
    text: `SELECT ${columns} FROM control."user" u
        JOIN control."membership" m ON m."user" = u."id" AND m."scenario" = $2 AND m."is_active"
      WHERE starts_with(${folded('u."username"')}, ${folded('$1::text')})
        OR strpos(${folded(`' ' || concat_ws(' ', u."first_name", u."last_name")`)}, ' ' || ${folded('$1::text')}) > 0
      ORDER BY u."username" LIMIT ${mostLookedAt}`,
    values: [storableText(text, longestName), subject.scenario],
  })
  return (await usersWhoMayView(database, subject, rows)).slice(0, limit)
}

async function usersWhoMayView(
  database: Queries,
  subject: Subject,
  users: readonly MentionableUser[],
): Promise<readonly MentionableUser[]> {
  if (users.length === 0) return []
  const accounts = await loadAccounts(
    database,
    users.map(({ id }) => id),
  )
  return users.filter(({ id }) => mayView(accounts.get(id), subject))
}

const mayView = (account: Account | undefined, { scenario, entity }: Subject): boolean =>
  account?.scenarios.has(scenario) === true && mayViewSubject(account, scenario, entity)
