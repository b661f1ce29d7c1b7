/** Loads the texts of tasks of a language on first use. */
import type { Translations } from '../../model/labels/labels.ts'
import { moduleWords } from '../../words/load-labels.ts'
import { loadWords } from '../../words/load-words.ts'
import type { Words } from '../../words/texts.ts'

/**
 * Returns the texts of a language by id, none for English. Extension modules add theirs, but cannot rename our tasks.
 * They give the names of groups among the labels of fields.
 */
export async function loadTaskWords(
  language: string,
  extensions: readonly Translations[] = [],
): Promise<Words> {
  const added = moduleWords(language, extensions).toReversed()
  const entries = added.flatMap((words) =>
    Object.entries(words).map(([id, text]) => [id.replace(/^fields\./, 'groups.'), text] as const),
  )
  return { ...Object.fromEntries(entries), ...(await loadWords(language, 'tasks')) }
}
