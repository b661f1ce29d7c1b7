/**
 * The languages that a user may choose, and their number formats. `load-labels.ts` lists those with translated
 * labels; the others use English labels.
 */
export interface Language {
  /** Lower-case language tag, as in the user's preference and in `LANGUAGE_CODE`. */
  readonly code: string
  readonly englishName: string
  /** Native name. */
  readonly ownName: string
  /** If it is a comma, CSV files separate their columns by semicolons. */
  readonly decimalSeparator: '.' | ','
}

const language = (
  code: string,
  englishName: string,
  ownName: string,
  decimalSeparator: Language['decimalSeparator'],
): Language => ({ code, englishName, ownName, decimalSeparator })

const english = language('en', 'English', 'English', '.')

export const languages: readonly Language[] = [
  english,
  language('fr', 'French', 'français', ','),
  language('de', 'German', 'Deutsch', ','),
  language('he', 'Hebrew', 'עברית', '.'),
  language('hr', 'Croatian', 'hrvatski', ','),
  language('it', 'Italian', 'italiano', ','),
  language('ja', 'Japanese', '日本語', '.'),
  language('nl', 'Dutch', 'Nederlands', ','),
  language('pt', 'Portuguese', 'português', ','),
  language('pt-br', 'Brazilian Portuguese', 'português brasileiro', ','),
  language('ru', 'Russian', 'русский', ','),
  language('es', 'Spanish', 'español', ','),
  language('zh-hans', 'Simplified Chinese', '简体中文', '.'),
  language('zh-hant', 'Traditional Chinese', '繁體中文', '.'),
  language('uk', 'Ukrainian', 'українська', ','),
]

/** Returns the language with a code; English for an unknown one. */
export function findLanguage(code: string): Language {
  return languages.find((candidate) => candidate.code === code) ?? english
}
