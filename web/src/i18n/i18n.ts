/**
 * Words of the interface. One catalogue per language and area (`locales/<language>/<area>.json`), each loaded when
 * a screen first wants it: `const { t } = useTranslation('execute')`, `t('runs.title')`.
 */
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { speak } from '../api/client.ts'
import { directionOf, pseudoLanguages } from './languages.ts'
import { pseudoCatalogue } from './pseudo.ts'

const catalogues = import.meta.glob<Record<string, unknown>>('../locales/*/*.json', { import: 'default' })

async function load(language: string, area: string): Promise<Record<string, unknown>> {
  const pseudo = pseudoLanguages.some((code) => code === language)
  // A catalogue that is still being written is no reason to show keys.
  const found =
    (pseudo ? undefined : catalogues[`../locales/${language}/${area}.json`]) ??
    catalogues[`../locales/en/${area}.json`]
  if (found === undefined) throw new Error(`There are no words for ${area} in ${language}`)
  const words = await found()
  if (!pseudo) return words
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [key, pseudoCatalogue(word)]))
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  // A function of two parameters gives a promise.
  // oxlint-disable-next-line typescript/no-misused-promises
  read: load,
}

/** Loads the words of some areas before the first screen is drawn. */
export async function startWords(language: string, areas: readonly string[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      lowerCaseLng: true,
      load: 'currentOnly',
      // Every catalogue is complete (test/web/locales.test.ts); only while one is being written English helps out.
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

/** Changes the language of everything that is on the screen. */
export async function changeLanguage(language: string): Promise<void> {
  await i18next.changeLanguage(language)
  announce(language)
}

/** Loads words of an area ahead of its screen, beside the code of it. */
export const loadWords = (area: string) => (): Promise<void> => i18next.loadNamespaces(area)

function announce(language: string): void {
  const pseudo = pseudoLanguages.some((code) => code === language)
  document.documentElement.lang = pseudo ? 'en' : language
  document.documentElement.dir = directionOf(language)
  speak(pseudo ? 'en' : language)
}
