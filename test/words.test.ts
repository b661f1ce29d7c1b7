import { isDeepStrictEqual } from 'node:util'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { languages, translatedLanguages } from '../src/model/labels/languages.ts'
import { messageAreas } from '../src/errors/load-messages.ts'
import { formatText, type Words } from '../src/words/texts.ts'
import {
  baseOf,
  formsOf,
  idsNamedIn,
  literalsIn,
  placeholdersIn,
  pluralForms,
  readWords,
  wordAreas,
  wordLanguages,
} from './support/words.ts'

// The one test of all texts in words/: the same ids in every language, none missing and none unused, with the
// placeholders of the English text and the plural forms of the language.

const areas = wordAreas()
/** Areas that the service shows; the web UI shows the others. */
const serviceAreas: readonly string[] = messageAreas

const idsOf = (words: Words): readonly string[] => [...new Set(Object.keys(words).map(baseOf))].toSorted()

it('words/ has a folder for English and each translated language', () => {
  expect(wordLanguages()).toEqual(['en', ...translatedLanguages].toSorted())
  expect(languages.filter(({ isTranslated }) => isTranslated)).toHaveLength(8)
})

describe.each(wordLanguages())('the texts in %s', (language) => {
  it('cover the areas of English', () => {
    expect(wordAreas(language)).toEqual(areas)
  })

  describe.each(areas)('%s', (area) => {
    const english = readWords('en', area)
    const words = readWords(language, area)
    const originalOf = (id: string): string => english[id] ?? english[`${baseOf(id)}_other`] ?? ''

    it('have the ids of English, and no other', () => {
      expect(idsOf(words)).toEqual(idsOf(english))
    })

    it('have the plural forms of the language', () => {
      const forms = [...pluralForms(words)].map(([id, own]) => [
        id,
        own.filter((form) => form !== 'zero').toSorted(),
      ])
      expect(forms).toEqual(forms.map(([id]) => [id, [...formsOf(language)].toSorted()]))
      expect([...pluralForms(words).keys()].toSorted()).toEqual([...pluralForms(english).keys()].toSorted())
    })

    it('have the placeholders of English; forms for none and one may omit the number', () => {
      const differ = Object.entries(words).filter(
        ([id, text]) =>
          !/_(?:zero|one)$/.test(id) &&
          !isDeepStrictEqual(placeholdersIn(text), placeholdersIn(originalOf(id))),
      )
      expect(differ).toEqual([])
    })

    it('are not empty, and have no braces besides those of placeholders', () => {
      const odd = Object.entries(words).filter(
        ([, text]) => text.trim() === '' || /\{\{|\}\}/.test(text.replaceAll(/\{\{\w+\}\}/g, '')),
      )
      expect(odd).toEqual([])
    })

    it.runIf(serviceAreas.includes(area))('keep what is typed as it is', () => {
      const differ = Object.entries(words).filter(
        ([id, text]) => !isDeepStrictEqual(literalsIn(text), literalsIn(originalOf(id))),
      )
      expect(differ).toEqual([])
    })
  })
})

describe('the ids', () => {
  it('of messages are all named in the code', () => {
    const isNamed = idsNamedIn('src/**/*.ts')
    const ids = messageAreas.flatMap((area) => idsOf(readWords('en', area)))
    expect(ids.filter((id) => !isNamed(id))).toEqual([])
  })
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
      const names = forms.flatMap(([, text]) => placeholdersIn(text).map((name) => name.slice(2, -2)))
      for (const count of forms.length > 1 ? counts : counts.slice(0, 1)) {
        const params = { ...Object.fromEntries(names.map((name) => [name, `<${name}>`])), count }
        if (formatText({ language, words }, id, params) !== format(id, params)) differ.push(`${area}: ${id}`)
      }
    }
  }
  expect(differ).toEqual([])
})
