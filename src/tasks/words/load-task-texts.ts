/** Fetches the words for tasks of a language when somebody speaks it. */
import type { ModuleTranslations } from '../../extensions/definition.ts'
import type { TaskWords } from './texts.ts'

const loaders: Readonly<Record<string, () => Promise<TaskWords>>> = {
  fr: async () => (await import('./fr.ts')).fr,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  nl: async () => (await import('./nl.ts')).nl,
  'pt-br': async () => (await import('./pt-br.ts')).ptBr,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  'zh-hans': async () => (await import('./zh-hans.ts')).zhHans,
}

const none: TaskWords = { groups: {}, tasks: {} }

/**
 * The words of a language, none for English. Those that extension modules bring are added to ours; they cannot name
 * our tasks otherwise, but groups, whose names stand among the words for fields.
 */
export async function loadTaskWords(
  language: string,
  extensions: readonly ModuleTranslations[] = [],
): Promise<TaskWords> {
  const ours = Object.hasOwn(loaders, language) ? ((await loaders[language]?.()) ?? none) : none
  const brought = extensions.flatMap((words) =>
    Object.hasOwn(words, language) ? (words[language] ?? []) : [],
  )
  return {
    groups: Object.assign({}, ...brought.map(({ fields }) => fields).toReversed(), ours.groups),
    tasks: Object.assign({}, ...brought.map(({ tasks = {} }) => tasks).toReversed(), ours.tasks),
  }
}
