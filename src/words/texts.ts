/**
 * Texts of one language by id, and their format. The files `words/<language>/<area>.json` have the format of i18next,
 * with which the web UI shows them: `{{name}}` is a parameter, `{{name, number}}` a number with the separators of the
 * language, and a text that depends on a number is stored per plural form of its language (`late_one`, `late_other`),
 * chosen by the parameter `count`, without which it is that of other numbers. A test compares both programs on all texts of the service.
 */

/** Texts by id. The levels of a file are joined by dots: `report.title`. */
export type Words<Id extends string = string> = Readonly<Record<Id, string>>

/** Texts of one language. `Id` are the ids that English has. */
export interface Texts<Id extends string = string> {
  readonly language: string
  readonly words: Words<Id>
}

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

/** The id by which code asks for a text: without the plural form. */
export type TextId<Id extends string> = Id extends `${infer Base}_${PluralForm}` ? Base : Id

export type TextParams = Readonly<Record<string, string | number>>

/** Returns a text with its parameters. */
export function formatText<Id extends string>(
  { language, words }: Texts<Id>,
  id: TextId<Id>,
  params: TextParams = {},
): string {
  const text = findWord(words, id) ?? pluralText(words, language, id, params['count']) ?? id
  return fillText(text, params, language)
}

/**
 * Replaces the placeholders of a text. The name of a parameter without a value stays, in braces. A parameter that is
 * text already stays as it is, also where the text asks for a number.
 */
export const fillText = (text: string, params: TextParams, language = 'en'): string =>
  text.replace(/\{\{(\w+)(, number)?\}\}/g, (_whole, name: string, format?: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : `{${name}}`
    return format !== undefined && typeof value === 'number' ? value.toLocaleString(language) : String(value)
  })

function pluralText(
  words: Words,
  language: string,
  id: string,
  count: string | number | undefined,
): string | undefined {
  // Stored results can be older than the plural forms of their text.
  if (typeof count !== 'number') return findWord(words, `${id}_other`)
  const form = new Intl.PluralRules(language).select(count)
  return (count === 0 ? findWord(words, `${id}_zero`) : undefined) ?? findWord(words, `${id}_${form}`)
}

/** Returns the text of an id, which may come from a request and be a name such as "constructor". */
export const findWord = (words: Words, id: string): string | undefined =>
  Object.hasOwn(words, id) ? words[id] : undefined
