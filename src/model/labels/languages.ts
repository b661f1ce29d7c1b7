/**
 * The languages that a user may choose, and their number formats. Those with a folder in `words/` are translated; the
 * others show English texts.
 */
export interface Language {
  /** Lower-case language tag, as in the user's preference and in `LANGUAGE_CODE`. */
  readonly code: string
  readonly englishName: string
  /** Native name. */
  readonly ownName: string
  /** If it is a comma, CSV files separate their columns by semicolons. */
  readonly decimalSeparator: '.' | ','
  /** Whether `words/` has its texts. */
  readonly isTranslated: boolean
}

const language = (
  code: string,
  englishName: string,
  ownName: string,
  decimalSeparator: Language['decimalSeparator'],
  texts?: 'translated',
): Language => ({ code, englishName, ownName, decimalSeparator, isTranslated: texts === 'translated' })

const english = language('en', 'English', 'English', '.')

export const languages: readonly Language[] = [
  english,
  language('fr', 'French', 'français', ',', 'translated'),
  language('de', 'German', 'Deutsch', ',', 'translated'),
  language('he', 'Hebrew', 'עברית', '.'),
  language('hr', 'Croatian', 'hrvatski', ','),
  language('it', 'Italian', 'italiano', ',', 'translated'),
  language('ja', 'Japanese', '日本語', '.', 'translated'),
  language('nl', 'Dutch', 'Nederlands', ',', 'translated'),
  language('pt', 'Portuguese', 'português', ','),
  language('pt-br', 'Brazilian Portuguese', 'português brasileiro', ',', 'translated'),
  language('ru', 'Russian', 'русский', ','),
  language('es', 'Spanish', 'español', ',', 'translated'),
  language('zh-hans', 'Simplified Chinese', '简体中文', '.', 'translated'),
  language('zh-hant', 'Traditional Chinese', '繁體中文', '.'),
  language('uk', 'Ukrainian', 'українська', ','),
]

/** Codes of the languages with texts of their own besides English. */
export const translatedLanguages: readonly string[] = languages
  .filter(({ isTranslated }) => isTranslated)
  .map(({ code }) => code)

/** Returns the language with a code; English for an unknown one. */
export function findLanguage(code: string): Language {
  return languages.find((candidate) => candidate.code === code) ?? english
}
