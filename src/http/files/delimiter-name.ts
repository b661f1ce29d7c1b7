/** What delimiters of files are called in answers; the characters themselves would be overlooked. */
import { delimiterNames } from '../../tasks/import-source.ts'

/** For an answer: nothing where nothing parts the columns. */
export function delimiterNamed(character: string | undefined): { readonly delimiter?: string } {
  const found = Object.entries(delimiterNames).find(([, one]) => one === character)
  return found === undefined ? {} : { delimiter: found[0] }
}
