/**
 * Loads texts from `words/<language>/<area>.json` on first use, in a millisecond or less per file. English is imported by
 * the module that declares the ids of an area, so that their type follows from the file.
 */
import { translatedLanguages } from '../model/labels/languages.ts'
import { findWord, type Texts, type Words } from './texts.ts'

/** Returns the texts of a language, with English for missing texts and for languages without translations. */
export async function loadTexts<Id extends string>(
  language: string,
  areas: readonly string[],
  english: Words<Id>,
): Promise<Texts<Id>> {
  const found = await Promise.all(areas.map((area) => loadWords(language, area)))
  return {
    language: translatedLanguages.includes(language) ? language : 'en',
    words: { ...english, ...Object.fromEntries(found.flatMap(Object.entries<string>)) },
  }
}

/** Returns the texts of an area by id; none for English and for languages without translations. */
export async function loadWords(language: string, area: string): Promise<Words> {
  // Language codes come from requests; only known ones become part of a path.
  return translatedLanguages.includes(language) ? readArea(language, area) : {}
}

/** Returns a text of an area; in English for languages without translations. Throws if English has no such text. */
export async function loadWord(language: string, area: string, id: string): Promise<string> {
  const text = findWord(await loadWords(language, area), id) ?? findWord(await readArea('en', area), id)
  if (text === undefined) throw new Error(`words/en/${area}.json has no text "${id}".`)
  return text
}

async function readArea(language: string, area: string): Promise<Words> {
  const file: { readonly default: unknown } = await import(`../../words/${language}/${area}.json`, {
    with: { type: 'json' },
  })
  return flattenWords(file.default)
}

/** Flattened trees. Files stay in memory, as modules do, and so do the texts of extension modules. */
const flattened = new WeakMap<object, Words>()

/** Joins the levels of a tree of texts by dots; lists have their positions as levels. */
export function flattenWords(tree: unknown): Words {
  const root: object = Object(tree)
  const known = flattened.get(root)
  if (known !== undefined) return known
  const words = Object.fromEntries(wordsOf(root, ''))
  flattened.set(root, words)
  return words
}

function wordsOf(tree: object, prefix: string): readonly (readonly [id: string, text: string])[] {
  return Object.entries<unknown>({ ...tree }).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : wordsOf(Object(value), `${prefix}${key}.`),
  )
}
