/** Names of menu groups, and titles of pages of the web UI. Labels of entities are those of the model. */
import english from '../../../../words/en/menu.json' with { type: 'json' }
import { translatedLanguages } from '../../../model/labels/languages.ts'
import { loadTexts, loadWord } from '../../../words/load-words.ts'
import type { Words } from '../../../words/texts.ts'
import type { Area } from '../meta/areas.ts'
import { coreMenu } from './items.ts'

export const englishGroupNames: Words<Area> = english

/** Returns the names of menu groups in a language; English if it has none. */
export const loadGroupNames = async (language: string): Promise<Words<Area>> =>
  (await loadTexts(language, ['menu'], english)).words

/** Titles by language. The texts do not change while the service runs. */
const titles = new Map<string, Promise<Words>>()

/** Returns the titles of the pages of the menu by item, in a language; English if it has none. */
export function loadPageTitles(language: string): Promise<Words> {
  const known = translatedLanguages.includes(language) ? language : 'en'
  const loaded = titles.get(known) ?? readTitles(known)
  titles.set(known, loaded)
  return loaded
}

async function readTitles(language: string): Promise<Words> {
  const pages = coreMenu.flatMap(({ items }) =>
    items.flatMap(({ id, title }) => (title === undefined ? [] : [{ id, title }])),
  )
  const texts = await Promise.all(
    pages.map(async ({ id, title }) => {
      const [area = '', word = ''] = title.split(':')
      return [id, await loadWord(language, area, word)] as const
    }),
  )
  return Object.fromEntries(texts)
}
