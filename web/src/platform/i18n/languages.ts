/** Languages of the interface, with their native names and writing directions. */

export interface Language {
  readonly code: string
  /** Name in the language itself. */
  readonly name: string
}

export const languages: readonly Language[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'pt-br', name: 'Português (Brasil)' },
  { code: 'ja', name: '日本語' },
  { code: 'zh-hans', name: '简体中文' },
]

/** For layout tests: English text that is 40 % longer, and the same text written from right to left. */
export const pseudoLanguages = ['en-xa', 'ar-xb'] as const

const leftwards: ReadonlySet<string> = new Set(['ar', 'ar-xb', 'fa', 'he', 'ur'])

export function directionOf(code: string): 'ltr' | 'rtl' {
  return leftwards.has(code) ? 'rtl' : 'ltr'
}

const aliases: Readonly<Record<string, string>> = {
  pt: 'pt-br',
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-sg': 'zh-hans',
}

const known: ReadonlySet<string> = new Set([...languages.map(({ code }) => code), ...pseudoLanguages])

/** Returns the translation for a language tag: of the tag itself, of an alias, of a shorter tag, else English. */
export function catalogueFor(tag: string): string {
  const parts = tag.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const shorter = parts.slice(0, length).join('-')
    const code = aliases[shorter] ?? shorter
    if (known.has(code)) return code
  }
  return 'en'
}

/** Returns the first language of the browser that has a translation. */
export function browserLanguage(): string {
  return (
    navigator.languages
      .map(catalogueFor)
      .find((code, index) => code !== 'en' || /^en/i.test(navigator.languages[index] ?? '')) ?? 'en'
  )
}
