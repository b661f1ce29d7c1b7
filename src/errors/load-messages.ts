/**
 * Fetches the messages of a language when somebody reads it. A language costs one to four milliseconds to
 * load, which a command that speaks English does not pay.
 */
import type { MessageTexts } from './messages.ts'
import { english } from './messages/en.ts'

/** Translations by language code; each may lack texts, which are then English. */
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

/** The texts of a language, complete: English fills what it lacks, and stands for a language unknown to us. */
export async function loadMessages(language: string): Promise<MessageTexts> {
  // Language codes come from requests: "constructor" is none.
  const texts = Object.hasOwn(translations, language) ? await translations[language]?.() : undefined
  return { ...english, ...texts }
}
