/** Names of file delimiters in responses; the characters themselves would be hard to see. */
import { delimiterNames } from '../../tasks/import-source.ts'

/** Returns the delimiter as a response property; an empty object without a delimiter. */
export function delimiterNamed(character: string | undefined): { readonly delimiter?: string } {
  const found = Object.entries(delimiterNames).find(([, one]) => one === character)
  return found === undefined ? {} : { delimiter: found[0] }
}
