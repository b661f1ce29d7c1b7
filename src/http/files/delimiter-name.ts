/** Names of file delimiters in responses; the characters themselves would be hard to see. */
import { delimiterNames } from '../../contract/imports.ts'

const names = ['comma', 'semicolon', 'tab'] as const satisfies readonly (keyof typeof delimiterNames)[]

/** Returns the delimiter as a response property; an empty object without a delimiter. */
export function delimiterNamed(character: string | undefined): {
  readonly delimiter?: (typeof names)[number]
} {
  const found = names.find((name) => delimiterNames[name] === character)
  return found === undefined ? {} : { delimiter: found }
}
