import { isDeepStrictEqual } from 'node:util'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { languages, translatedLanguages } from '../src/model/labels/languages.ts'
import { messageAreas } from '../src/errors/load-messages.ts'
import { formatText, type Words } from '../src/words/texts.ts'
import { pseudoCatalogue } from '../web/src/platform/i18n/pseudo.ts'
import {
  baseOf,
  formsOf,
  idsNamedIn,
  literalsIn,
  placeholdersIn,
  pluralForms,
  readSource,
  readWords,
  sourcesOf,
  wordAreas,
  wordLanguages,
} from './support/words.ts'

// The one test of all texts in words/: the same ids in every language, none missing and none unused, with the
// placeholders of the English text and the plural forms of the language.

const areas = wordAreas()
/** Small areas of the service, whose ids are properties in the code. */
const pageAreas = ['menu', 'api-pages', 'workbook-notes']
/** Areas whose English is in declarations: labels.test.ts and tasks/words.test.ts compare the ids with them. */
const declaredAreas = ['model', 'tasks']
/** Areas that the service shows; the web UI shows the others. */
const serviceAreas: readonly string[] = [...messageAreas, ...declaredAreas, ...pageAreas]

/** Areas of the web UI whose ids the planner names. */
const plannerAreas = ['plan-findings']

const idsOf = (words: Words): readonly string[] => [...new Set(Object.keys(words).map(baseOf))].toSorted()

it('words/ has a folder for English and each translated language', () => {
  expect(wordLanguages()).toEqual(['en', ...translatedLanguages].toSorted())
  expect(languages.filter(({ isTranslated }) => isTranslated)).toHaveLength(8)
})

describe.each(wordLanguages())('the texts in %s', (language) => {
  const files = areas.map((area) => ({
    area,
    english: readWords('en', area),
    words: readWords(language, area),
  }))
  /** Returns the texts that are not as they should be, as `area: id: text`. */
  const faulty = (isFaulty: (id: string, text: string, original: string, area: string) => boolean) =>
    files.flatMap(({ area, english, words }) =>
      Object.entries(words)
        .filter(([id, text]) => isFaulty(id, text, english[id] ?? english[`${baseOf(id)}_other`] ?? '', area))
        .map(([id, text]) => `${area}: ${id}: ${text}`),
    )

  it('cover the areas of English', () => {
    const translated = language === 'en' ? [] : declaredAreas
    expect(wordAreas(language)).toEqual([...areas, ...translated].toSorted())
  })

  it('have the ids of English, and no other', () => {
    for (const { area, english, words } of files) expect([area, idsOf(words)]).toEqual([area, idsOf(english)])
  })

  it('have the plural forms of the language', () => {
    for (const { area, english, words } of files) {
      const forms = [...pluralForms(words)].map(
        ([id, own]) => [id, own.filter((form) => form !== 'zero').toSorted()] as const,
      )
      const wanted = [...pluralForms(english).keys()].map((id) => [id, formsOf(language).toSorted()] as const)
      expect([area, Object.fromEntries(forms)]).toEqual([area, Object.fromEntries(wanted)])
    }
  })

  it('have the placeholders of English; forms for none and one may omit the number', () => {
    expect(
      faulty(
        (id, text, original) =>
          !/_(?:zero|one)$/.test(id) && !isDeepStrictEqual(placeholdersIn(text), placeholdersIn(original)),
      ),
    ).toEqual([])
  })

  it('are not empty, and have no braces besides those of placeholders', () => {
    expect(
      faulty(
        (_id, text) =>
          text.trim() === '' || /\{\{|\}\}/.test(text.replaceAll(/\{\{\w+(?:, number)?\}\}/g, '')),
      ),
    ).toEqual([])
  })

  it('of messages keep what is typed as it is', () => {
    expect(
      faulty(
        (_id, text, original, area) =>
          messageAreas.some((one) => one === area) &&
          !isDeepStrictEqual(literalsIn(text), literalsIn(original)),
      ),
    ).toEqual([])
  })
})

describe('the ids', () => {
  const screenAreas = areas.filter((area) => !serviceAreas.includes(area))
  const webSources = sourcesOf('web/src/**/*.{ts,tsx}')

  it('of messages and of the planner are all named in the code', () => {
    const isNamed = idsNamedIn(sourcesOf('src/**/*.ts'))
    const ids = [...messageAreas, ...plannerAreas].flatMap((area) => idsOf(readWords('en', area)))
    expect(ids.filter((id) => !isNamed(id))).toEqual([])
  })

  it('of screens are all named in the code', () => {
    const isNamed = idsNamedIn(webSources)
    const unused = screenAreas
      .filter((area) => !plannerAreas.includes(area))
      .flatMap((area) =>
        idsOf(readWords('en', area))
          .filter((id) => !isNamed(id) && !isNamed(`${area}:${id}`))
          .map((id) => `${area}: ${id}`),
      )
    expect(unused).toEqual([])
  })

  it('that screens name have texts', () => {
    const english = new Map(screenAreas.map((area) => [area, new Set(idsOf(readWords('en', area)))]))
    const missing = webSources.flatMap(({ path, text }) => {
      const own = [...text.matchAll(/useTranslation\(\s*\[?'([\w-]+)'/g)].map(([, area]) => area!)
      // Code that receives its translation function from a caller may use any area.
      const near = own.length === 0 ? screenAreas : [...own, 'common']
      return [...text.matchAll(/(?<![\w.])t\(\s*'(?:([\w-]+):)?([\w.-]+)'/g)]
        .filter(
          ([, area, id = '']) =>
            !(area === undefined ? near : [area]).some((one) => english.get(one)?.has(id)),
        )
        .map(([call]) => `${path}: ${call}`)
    })
    expect(missing).toEqual([])
  })

  it('of the areas of the service do not become files of the web UI', () => {
    const [, excluded] = /'!.*\/\{([\w,-]+)\}\.json'/.exec(readSource('web/src/platform/i18n/i18n.ts')) ?? []
    expect(excluded?.split(',').toSorted()).toEqual(serviceAreas.toSorted())
  })
})

it('the pseudo-language makes words longer and leaves placeholders alone', () => {
  expect(pseudoCatalogue({ a: { b: 'Open {{name}}' } })).toEqual({ a: { b: '[Öpéñ {{name}}~~~~~~]' } })
})

/** Numbers whose plural forms differ between languages. */
const counts = [0, 1, 2, 5, 1_000_000, 1.5]

it.each(wordLanguages())('are formatted as i18next does, in %s', async (language) => {
  const i18next = createInstance()
  const resources = Object.fromEntries(areas.map((area) => [area, readWords(language, area)]))
  await i18next.init({
    lng: language,
    lowerCaseLng: true,
    resources: { [language]: resources },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  const differ: string[] = []
  for (const [area, words] of Object.entries(resources)) {
    const format = i18next.getFixedT(language, area)
    for (const [id, forms] of Map.groupBy(Object.entries(words), ([key]) => baseOf(key))) {
      const values = forms.flatMap(([, text]) =>
        placeholdersIn(text).map((placeholder) => {
          const [name = '', format] = placeholder.slice(2, -2).split(', ')
          return [name, format === undefined ? `<${name}>` : 1_234_567.5] as const
        }),
      )
      for (const count of forms.length > 1 ? counts : counts.slice(0, 1)) {
        const params = { ...Object.fromEntries(values), count }
        if (formatText({ language, words }, id, params) !== format(id, params)) differ.push(`${area}: ${id}`)
      }
    }
  }
  expect(differ).toEqual([])
})
