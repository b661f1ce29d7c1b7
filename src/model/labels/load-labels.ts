/**
 * Loads the labels of a language on first use. This takes two to four milliseconds, which English commands and the
 * pages of the web UI do not need.
 */
import type { Labels, LabelTexts, Translations } from './labels.ts'

const loaders: Readonly<Record<string, () => Promise<LabelTexts>>> = {
  fr: async () => (await import('./fr.ts')).fr,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  nl: async () => (await import('./nl.ts')).nl,
  'pt-br': async () => (await import('./pt-br.ts')).ptBr,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  'zh-hans': async () => (await import('./zh-hans.ts')).zhHans,
}

/**
 * Returns the labels of a language, with English for missing ones. Labels of extension modules have precedence, so
 * that a module may rename standard fields.
 */
export async function loadLabels(
  language: string,
  extensions: readonly Translations[] = [],
): Promise<Labels> {
  const brought = extensions.flatMap((words) => own(words, language) ?? [])
  const ours = await own(loaders, language)?.()
  return { language, texts: ours === undefined ? brought : [...brought, ours] }
}

/** Returns the value of a key that may come from a request or a module and be a name such as "constructor". */
export function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
