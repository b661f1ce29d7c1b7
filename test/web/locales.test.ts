import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '../../web/src/platform/i18n/languages.ts'
import { pseudoCatalogue } from '../../web/src/platform/i18n/pseudo.ts'

const web = join(import.meta.dirname, '../../web/src')
const folder = (language: string): string => join(web, 'locales', language)
const areas = readdirSync(folder('en')).map((name) => name.replace(/\.json$/, ''))
const others = languages.map(({ code }) => code).filter((code) => code !== 'en')

/** Returns texts by key, such as `error.title`. */
function wordsOf(language: string, area: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(folder(language), `${area}.json`), 'utf8')
  return new Map(flattened(JSON.parse(text)))
}

function flattened(value: object, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    typeof item === 'object' && item !== null
      ? flattened(item, `${prefix}${key}.`)
      : [[prefix + key, String(item)] as const],
  )
}

/**
 * Removes the plural ending of a key. Languages have different plurals; the test only requires a text for the key.
 */
const base = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other)$/, '')

/** Returns the keys without plural endings. */
const keys = (words: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...words.keys()].map(base))].sort()

const variablesIn = (text: string): readonly string[] =>
  (text.match(/\{\{\s*\w+/g) ?? []).map((part) => part.slice(2).trim()).sort()

describe.each(others)('the words in %s', (language) => {
  it('cover every area of English', () => {
    const known = new Set(readdirSync(folder(language)).map((name) => name.replace(/\.json$/, '')))
    expect(areas.filter((area) => !known.has(area))).toEqual([])
  })

  it.each(areas)('have every key, and no other: %s', (area) => {
    expect(keys(wordsOf(language, area))).toEqual(keys(wordsOf('en', area)))
  })

  it.each(areas)('name the same variables, and are not empty: %s', (area) => {
    const english = wordsOf('en', area)
    const faults = [...wordsOf(language, area)].filter(([key, text]) => {
      const original = english.get(key) ?? english.get(`${base(key)}_other`) ?? ''
      return text.trim() === '' || String(variablesIn(text)) !== String(variablesIn(original))
    })
    // Texts for the number one may omit the number.
    expect(faults.filter(([key]) => !/_(?:zero|one)$/.test(key))).toEqual([])
  })
})

describe('words in the code', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'),
  )
  const english = new Map(areas.map((area) => [area, new Set([...wordsOf('en', area).keys()].map(base))]))

  it('exist for every key that is written out', () => {
    const missing = files.flatMap((name) => {
      const text = readFileSync(join(web, name), 'utf8')
      const own = [...text.matchAll(/useTranslation\(\s*\[?'([\w-]+)'/g)].map(([, area]) => area!)
      const used = [...text.matchAll(/(?<![\w.])t\(\s*'([\w.:-]+)'/g)].map(([, key]) => key!)
      return used
        .filter((key) => {
          const [area, rest] = key.includes(':') ? key.split(':') : [undefined, key]
          // Code that receives its translation function from a caller may use any area.
          const near = own.length === 0 ? areas : [...own, 'common']
          const places = area === undefined ? near : [area]
          return !places.some((place) => english.get(place ?? '')?.has(rest ?? '') === true)
        })
        .map((key) => `${name}: ${key}`)
    })
    expect(missing).toEqual([])
  })
})

describe('the pseudo-language', () => {
  it('makes words longer and leaves variables alone', () => {
    expect(pseudoCatalogue({ a: { b: 'Open {{name}}' } })).toEqual({ a: { b: '[Öpéñ {{name}}~~~~~~]' } })
  })
})
