/** Loads, on first use, the labels and help texts of a language, and the comments on headers of workbooks. */
import type { Labels, Translations } from '../model/labels/labels.ts'
import { translatedLanguages } from '../model/labels/languages.ts'
import { flattenWords, loadWords } from './load-words.ts'
import type { Words } from './texts.ts'

/**
 * Returns the labels of a language, with English for missing ones. Labels of extension modules have precedence, so
 * that a module may rename standard fields.
 */
export async function loadLabels(
  language: string,
  extensions: readonly Translations[] = [],
): Promise<Labels> {
  const areas = translatedLanguages.includes(language) ? ['model', 'workbook-notes'] : []
  const ours = await Promise.all(areas.map((area) => loadWords(language, area)))
  return { language, texts: [...moduleWords(language, extensions), ...ours] }
}

/** Returns the texts in a language of each extension module that has some. */
export const moduleWords = (language: string, extensions: readonly Translations[]): readonly Words[] =>
  extensions.flatMap((texts) => (Object.hasOwn(texts, language) ? [flattenWords(texts[language])] : []))
