/**
 * Texts of tasks in one language. English is in the declarations: title and group in the registry, `about` in the
 * definition, `title`, `x-hint` and `x-labels` in the schemas of parameters. Other languages are in
 * `words/<language>/tasks.json`; missing texts are shown in English.
 */
import type { TSchema } from '../../contract/type.ts'
import { findWord, type Words } from '../../words/texts.ts'
import type { TaskDefinition } from '../definition.ts'
import type { TaskListing } from '../registry.ts'

/** Returns the title of a task. */
export const taskTitle = ({ name, title }: Pick<TaskListing, 'name' | 'title'>, words: Words): string =>
  findWord(words, `tasks.${name}.title`) ?? title

export const taskGroup = ({ group }: Pick<TaskListing, 'group'>, words: Words): string =>
  findWord(words, `groups.${group}`) ?? group

type DescribedDefinition = Pick<TaskDefinition, 'about' | 'help' | 'parameters'>

/** Returns what the task does, in a sentence or two. */
export const taskAbout = (name: string, { about, help }: DescribedDefinition, words: Words): string =>
  findWord(words, `tasks.${name}.about`) ?? about ?? help

/** Returns the schema of the parameters with the texts of its form. */
export function translatedParameters(
  name: string,
  { parameters }: DescribedDefinition,
  words: Words,
): Readonly<Record<string, unknown>> {
  const properties = Object.entries(parameters.properties).map(([parameter, schema]) => {
    const { label, description, choices } = englishTexts(parameter, schema)
    const translated = (part: string): string | undefined =>
      findWord(words, `tasks.${name}.parameters.${parameter}.${part}`)
    const { 'x-hint': _hint, ...rest } = { 'x-hint': '', ...schema }
    const labels = choices.map(([value, word]) => [value, translated(`2.${value}`) ?? word])
    return [
      parameter,
      {
        ...rest,
        title: translated('0') ?? label,
        description: translated('1') ?? description,
        ...(labels.length === 0 ? {} : { 'x-labels': Object.fromEntries(labels) }),
      },
    ]
  })
  return { ...parameters, properties: Object.fromEntries(properties) }
}

interface EnglishTexts {
  readonly label: string
  readonly description: string
  /** Values that can be chosen, with what they are called. */
  readonly choices: readonly (readonly [value: string, word: string])[]
}

/** What the declaration of a parameter says in English; one without a title is called by its name. */
export function englishTexts(parameter: string, schema: TSchema): EnglishTexts {
  const given: Readonly<Record<string, unknown>> = { ...schema }
  const text = (key: string): string | undefined => (typeof given[key] === 'string' ? given[key] : undefined)
  const words: Readonly<Record<string, unknown>> = Object(given['x-labels'])
  const values = Array.isArray(given['enum']) ? given['enum'].map(String) : Object.keys(words)
  return {
    label: text('title') ?? parameter,
    description: text('x-hint') ?? text('description') ?? '',
    choices: values.map((value) => {
      const word = Object.hasOwn(words, value) ? words[value] : undefined
      return [value, typeof word === 'string' ? word : value]
    }),
  }
}
