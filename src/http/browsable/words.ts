/** Texts of the pages themselves. Labels of entities and fields, and messages, are in other files of words/. */
import english from '../../../words/en/api-pages.json' with { type: 'json' }
import { loadTexts } from '../../words/load-words.ts'
import type { Texts } from '../../words/texts.ts'

export type Words = Texts<keyof typeof english>['words']

/** Returns the texts of a language; English if it has none. */
export const loadPageWords = async (language: string): Promise<Words> =>
  (await loadTexts(language, ['api-pages'], english)).words
