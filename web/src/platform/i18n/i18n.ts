/**
 * Translations of the interface. There is one file per language and area (`words/<language>/<area>.json`), loaded when
 * a screen first uses it: `const { t } = useTranslation('execute')`, `t('runs.title')`.
 */
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { speak } from '../api/client.ts'
import { table, text } from '../api/shape.ts'
import { NotLoaded } from '../not-loaded.ts'
import { catalogueFor, directionOf, pseudoLanguages } from './languages.ts'

/** Excludes the areas that the service shows itself. */
const catalogues = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../words/*/*.json',
    '!../../../../words/*/{messages,reasons,results,remarks,mails,findings,model,tasks,menu,api-pages,workbook-notes}.json',
  ],
  { import: 'default' },
)

/** Language of the page as the service sent it; that of the user, except just after a change in another browser. */
let language = catalogueFor(document.documentElement.lang)

const started = Promise.withResolvers<void>()
// Whoever waits for it gets the error.
started.promise.catch(() => undefined)

/** Returns the language of the screen; before the user is known, the expected one. */
export const languageAhead = (): string => language

const isPseudo = (code: string): boolean => pseudoLanguages.some((pseudo) => pseudo === code)

const pathOf = (code: string, area: string): string => `../../../../words/${code}/${area}.json`

/** Returns the file of an area; English if it does not exist yet, so that no keys are shown. */
const catalogueOf = (code: string, area: string) =>
  (isPseudo(code) ? undefined : catalogues[pathOf(code, area)]) ?? catalogues[pathOf('en', area)]

async function load(code: string, area: string): Promise<Record<string, unknown>> {
  const found = catalogueOf(code, area)
  if (found === undefined) throw new Error(`There are no words for ${area} in ${code}`)
  const words = await found().catch((cause: unknown) => {
    throw new NotLoaded(cause)
  })
  if (!isPseudo(code)) return words
  // Not for users.
  const { pseudoCatalogue } = await import('./pseudo.ts')
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [key, pseudoCatalogue(word)]))
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  // The backend may be a function of two parameters that returns a promise.
  // oxlint-disable-next-line typescript/no-misused-promises
  read: load,
}

/** Begins to load translations in the expected language, before the language of the user is known. */
export function fetchWords(...areas: readonly string[]): void {
  // An error is reported when the translations are needed.
  for (const area of areas) void catalogueOf(language, area)?.().catch(() => undefined)
}

/** Loads the translations of some areas before the first screen renders. */
export async function startWords(code: string, areas: readonly string[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: code,
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
  try {
    await Promise.all(areas.map(requireWords))
  } catch (error) {
    // Routes wait for the first words.
    started.reject(error)
    throw error
  }
  announce(code)
  started.resolve()
}

/** Changes the language of the whole screen. */
export async function changeLanguage(code: string): Promise<void> {
  await i18next.changeLanguage(code)
  announce(code)
}

/** Loads the texts of an area in English, whatever the language of the user. */
export const loadEnglish = async (area: string): Promise<Readonly<Record<string, string>>> =>
  table(text)(await load('en', area))

/**
 * Returns a loader of the translations of some areas, which runs in parallel with that of the code of their screen. A
 * screen that needs others as well disappears until these are loaded (`test/screen-words.test.ts`).
 */
export const loadWords =
  (...areas: readonly string[]) =>
  async (): Promise<void> => {
    fetchWords(...areas)
    await started.promise
    // The library reports no error here, and would show keys instead of words; so a file that is missing is loaded again
    // for its error.
    await i18next.loadNamespaces(areas)
    await Promise.all(areas.map(requireWords))
  }

/** Loads the words of an area that are not there after an attempt to load them. Throws if they cannot be loaded. */
async function requireWords(area: string): Promise<void> {
  const code = i18next.language
  if (i18next.hasResourceBundle(code, area)) return
  i18next.addResourceBundle(code, area, await load(code, area))
}

function announce(code: string): void {
  language = code
  const shown = isPseudo(code) ? 'en' : code
  document.documentElement.lang = shown
  document.documentElement.dir = directionOf(code)
  speak(shown)
}
