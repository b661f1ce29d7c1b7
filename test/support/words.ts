/** Reads the texts in `words/`, and finds the ids that source files name. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flattenWords } from '../../src/words/load-words.ts'
import type { Words } from '../../src/words/texts.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'words')

export const wordLanguages = (): readonly string[] => readdirSync(folder).toSorted()

export const wordAreas = (language = 'en'): readonly string[] =>
  readdirSync(join(folder, language))
    .map((name) => name.replace(/\.json$/, ''))
    .toSorted()

/** Returns the texts of a file by id, such as `error.title`. */
export const readWords = (language: string, area: string): Words =>
  flattenWords(JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8')))

const pluralForm = /_(zero|one|two|few|many|other)$/

/** Returns the id by which code asks for a text: without the plural form. */
export const baseOf = (id: string): string => id.replace(pluralForm, '')

/** Returns the plural forms of each id that has some. */
export function pluralForms(words: Words): ReadonlyMap<string, readonly string[]> {
  const plural = Object.keys(words).filter((id) => pluralForm.test(id))
  return new Map(
    [...Map.groupBy(plural, baseOf)].map(([id, forms]) => [
      id,
      forms.flatMap((form) => pluralForm.exec(form)?.[1] ?? []),
    ]),
  )
}

/** Returns the plural forms that a language has; texts for none are optional in every language. */
export const formsOf = (language: string): readonly string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

export const placeholdersIn = (text: string): readonly string[] =>
  (text.match(/\{\{\w+(?:, number)?\}\}/g) ?? []).toSorted()

/** Returns the parts of a text that a reader has to type: formats, headers, settings. */
export const literalsIn = (text: string): readonly string[] =>
  (
    text.match(/YYYY\S*\w|hh:mm\S*\w|X-\w+|[A-Z]+_[A-Z]+|<\w+>|\w+=\d|%\d+|ISO \d+|Idempotency-Key/g) ?? []
  ).toSorted()

export interface Source {
  readonly path: string
  readonly text: string
}

export const readSource = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Returns source files, without tests. */
export const sourcesOf = (pattern: string): readonly Source[] =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readSource(path) }))

/**
 * Returns whether source files name an id: as a quoted text, or by a template such as `kind.${kind}`, which names all
 * ids that have its fixed parts.
 */
export function idsNamedIn(sources: readonly Source[]): (id: string) => boolean {
  const found = (pattern: RegExp): readonly string[] =>
    sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, literal = '']) => literal))
  const quoted = new Set(found(/['"`]([\w.:+ -]+)['"`]/g))
  const templates = found(/`([\w.:-]*(?:\$\{[^}`]*\}[\w.:-]*)+)`/g)
    .filter((template) => /[\w.]\$\{|\}[\w.]/.test(template))
    .map((template) => template.replaceAll(/\$\{[^}]*\}|\./g, (part) => (part === '.' ? '\\.' : '[^.]+')))
    .map((pattern) => new RegExp(`^${pattern}$`))
  return (id) => quoted.has(id) || templates.some((template) => template.test(id))
}
