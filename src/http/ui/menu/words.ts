/** Names of menu groups and of pages of the web UI. Labels of entities are those of the model. */
import english from '../../../../words/en/menu.json' with { type: 'json' }
import { loadTexts } from '../../../words/load-words.ts'
import type { Words } from '../../../words/texts.ts'

export type MenuWord = keyof typeof english

export const englishMenuWords: Words<MenuWord> = english

/** Returns the names in a language; English if it has none. */
export const loadMenuWords = async (language: string): Promise<Words<MenuWord>> =>
  (await loadTexts(language, ['menu'], english)).words
