/** Languages of the interface, their own names, and which way they are written. */

export interface Language {
  readonly code: string
  /** In the language itself. */
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

/** For tests of layouts: English made 40 % longer, and the same written from right to left. */
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

/** The catalogue for a language tag: itself, an alias, that of a shorter tag, else English. */
export function catalogueFor(tag: string): string {
  const parts = tag.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const shorter = parts.slice(0, length).join('-')
    const code = aliases[shorter] ?? shorter
    if (known.has(code)) return code
  }
  return 'en'
}

/** The first language of the browser that there is a catalogue for. */
export function browserLanguage(): string {
  return (
    navigator.languages
      .map(catalogueFor)
      .find((code, index) => code !== 'en' || /^en/i.test(navigator.languages[index] ?? '')) ?? 'en'
  )
}
