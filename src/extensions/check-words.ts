/** Validates the translations of tasks: their keys and their structure. */
import type { AddedTask, TaskTexts } from './definition.ts'
import type { Complain, FoundExtension } from './found.ts'

export function checkWords(extensions: readonly FoundExtension[], complain: Complain): void {
  for (const extension of extensions) {
    const { tasks = [], translations = {} } = extension.definition
    const byName = new Map(tasks.map((task) => [task.name, task]))
    for (const [language, { tasks: words = {} }] of Object.entries(translations)) {
      for (const [name, texts] of Object.entries(words)) {
        for (const fault of faultsOf(byName.get(name), texts)) {
          complain(extension, `its words in "${language}" for the task ${name} ${fault}`)
        }
      }
    }
  }
}

function faultsOf(task: AddedTask | undefined, { parameters = {} }: TaskTexts): readonly string[] {
  if (task === undefined) return ['are for none of its tasks']
  return Object.entries(parameters).flatMap(([parameter, texts]) => {
    if (!Object.hasOwn(task.task.parameters.properties, parameter)) {
      return [`name the parameter "${parameter}", which it lacks`]
    }
    // Modules may be written in JavaScript, so the types are not certain.
    const [label, description, choices = {}]: readonly unknown[] = texts
    const sound = [label, description, ...Object.values(Object(choices))].every(isWord)
    return sound
      ? []
      : [`must give the parameter "${parameter}" a label, a description and words for choices`]
  })
}

const isWord = (word: unknown): boolean => typeof word === 'string' && word !== ''
