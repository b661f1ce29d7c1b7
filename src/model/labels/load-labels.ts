/**
 * Fetches the words of a language when somebody speaks it. A language costs two to four milliseconds to load,
 * which commands that speak English, and every page of the web UI, do not pay.
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

/** Codes of the languages that have words of their own; English needs none. */
export const translatedLanguages: readonly string[] = Object.keys(loaders)

/**
 * The labels in a language, English where there are none. Words that extension modules bring go before ours,
 * so that a module may also name our fields otherwise.
 */
export async function loadLabels(
  language: string,
  extensions: readonly Translations[] = [],
): Promise<Labels> {
  const brought = extensions.flatMap((words) => own(words, language) ?? [])
  const ours = await own(loaders, language)?.()
  return { language, texts: ours === undefined ? brought : [...brought, ours] }
}

/** Language codes come from requests: "constructor" is none. */
function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
