/**
 * Loads the messages of a language on first use. This takes one to four milliseconds, which commands in English do
 * not need.
 */
import type { MessageTexts } from './messages.ts'
import { english } from './messages/en.ts'

/** Translations by language code; missing texts are shown in English. */
export const translations: Readonly<Record<string, () => Promise<Partial<MessageTexts>>>> = {
  fr: async () => (await import('./messages/fr.ts')).fr,
  de: async () => (await import('./messages/de.ts')).de,
  es: async () => (await import('./messages/es.ts')).es,
  nl: async () => (await import('./messages/nl.ts')).nl,
  'pt-br': async () => (await import('./messages/pt-br.ts')).ptBr,
  it: async () => (await import('./messages/it.ts')).it,
  ja: async () => (await import('./messages/ja.ts')).ja,
  'zh-hans': async () => (await import('./messages/zh-hans.ts')).zhHans,
}

/** Returns the texts of a language, with English for missing texts and unknown languages. */
export async function loadMessages(language: string): Promise<MessageTexts> {
  // Language codes come from requests, which may contain names such as "constructor".
  const texts = Object.hasOwn(translations, language) ? await translations[language]?.() : undefined
  return { ...english, ...texts }
}
