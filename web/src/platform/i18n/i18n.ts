/**
 * Translations of the interface. There is one file per language and area (`words/<language>/<area>.json`), loaded when
 * a screen first uses it: `const { t } = useTranslation('execute')`, `t('runs.title')`.
 */
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { speak } from '../api/client.ts'
import { table, text } from '../api/shape.ts'
import { directionOf, pseudoLanguages } from './languages.ts'
import { pseudoCatalogue } from './pseudo.ts'

/** Excludes the areas that the service shows itself. */
const catalogues = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../words/*/*.json',
    '!../../../../words/*/{messages,reasons,results,mails,findings,model,tasks,menu,api-pages,workbook-notes}.json',
  ],
  { import: 'default' },
)

const pathOf = (language: string, area: string): string => `../../../../words/${language}/${area}.json`

async function load(language: string, area: string): Promise<Record<string, unknown>> {
  const pseudo = pseudoLanguages.some((code) => code === language)
  // If a translation file does not exist yet, English is shown instead of keys.
  const found = (pseudo ? undefined : catalogues[pathOf(language, area)]) ?? catalogues[pathOf('en', area)]
  if (found === undefined) throw new Error(`There are no words for ${area} in ${language}`)
  const words = await found()
  if (!pseudo) return words
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [key, pseudoCatalogue(word)]))
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  // The backend may be a function of two parameters that returns a promise.
  // oxlint-disable-next-line typescript/no-misused-promises
  read: load,
}

/** Loads the translations of some areas before the first screen renders. */
export async function startWords(language: string, areas: readonly string[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      lowerCaseLng: true,
      load: 'currentOnly',
      // Every translation file is complete (test/words.test.ts); English is the fallback only during
      // development.
      fallbackLng: import.meta.env.DEV ? 'en' : false,
      ns: [...areas],
      defaultNS: 'common',
      fallbackNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: true },
    })
  announce(language)
}

/** Changes the language of the whole screen. */
export async function changeLanguage(language: string): Promise<void> {
  await i18next.changeLanguage(language)
  announce(language)
}

/** Loads the texts of an area in English, whatever the language of the user. */
export const loadEnglish = async (area: string): Promise<Readonly<Record<string, string>>> =>
  table(text)(await load('en', area))

/** Preloads the translations of an area in parallel with the code of its screen. */
export const loadWords = (area: string) => (): Promise<void> => i18next.loadNamespaces(area)

function announce(language: string): void {
  const pseudo = pseudoLanguages.some((code) => code === language)
  document.documentElement.lang = pseudo ? 'en' : language
  document.documentElement.dir = directionOf(language)
  speak(pseudo ? 'en' : language)
}
