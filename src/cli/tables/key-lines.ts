/** Formats API keys for a terminal. */
import { dateText } from '../answer-texts.ts'
import { type TextColumn, textTable } from '../text-table.ts'

/** A record of an API key, as the data API sends it. */
export type KeyRecord = Readonly<Record<string, unknown>>

/**
 * Returns a table of the keys.
 * @param nameOf returns the login name of a user
 */
export const keyLines = (
  keys: readonly KeyRecord[],
  nameOf: (user: number) => string | null,
  width: number | undefined,
): readonly string[] =>
  keys.length === 0 ? ['There are no API keys.'] : textTable(columnsWith(nameOf), keys, width)

/** Returns the users of the keys. */
export const usersOf = (keys: readonly KeyRecord[]): readonly number[] =>
  keys.flatMap(({ user }) => (typeof user === 'number' ? [user] : []))

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const columnsWith = (nameOf: (user: number) => string | null): readonly TextColumn<KeyRecord>[] => [
  { head: 'KEY', text: ({ id }) => textOf(id) },
  { head: 'NAME', text: ({ name }) => textOf(name) },
  { head: 'USER', text: ({ user }) => (typeof user === 'number' && nameOf(user)) || textOf(user) },
  { head: 'SCOPE', text: ({ scope }) => textOf(scope) },
  { head: 'ENTITIES', text: ({ entities }) => textOf(entities) || 'all' },
  { head: 'SCENARIOS', text: ({ scenarios }) => textOf(scenarios) || 'all' },
  { head: 'EXPIRES', text: ({ expiry_date: date }) => dateText(textOf(date)) },
  { head: 'LAST USED', text: ({ last_used: date }) => dateText(textOf(date)) || 'never' },
]
