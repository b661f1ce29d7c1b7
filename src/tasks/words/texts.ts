/**
 * What forms say of tasks in the language of whoever reads them. English stands in the declarations: title and group in
 * the registry, `about` in the definition, `title`, `x-hint` and `x-labels` in the schemas of parameters. The words of
 * another language are a value that is loaded once (`load-task-texts.ts`); whatever it lacks is shown in English.
 */
import type { TSchema } from '../../contract/type.ts'
import type { TaskTexts } from '../../extensions/definition.ts'
import { own } from '../../model/labels/load-labels.ts'
import type { TaskDefinition } from '../definition.ts'
import type { TaskListing } from '../registry.ts'

/** Words of one language. */
export interface TaskWords {
  /** By the English name of the group. */
  readonly groups: Readonly<Record<string, string>>
  /** By the name of the task. */
  readonly tasks: Readonly<Record<string, TaskTexts>>
}

/** A task as it is called where tasks are only listed. */
export const taskTitle = (
  { name, title }: Pick<TaskListing, 'name' | 'title'>,
  { tasks }: TaskWords,
): string => own(tasks, name)?.title ?? title

export const taskGroup = ({ group }: Pick<TaskListing, 'group'>, { groups }: TaskWords): string =>
  own(groups, group) ?? group

type DescribedDefinition = Pick<TaskDefinition, 'about' | 'help' | 'parameters'>

/** What the task does, in a sentence or two. */
export const taskAbout = (name: string, { about, help }: DescribedDefinition, { tasks }: TaskWords): string =>
  own(tasks, name)?.about ?? about ?? help

/** The schema of the parameters, with the words in which a form asks for them. */
export function translatedParameters(
  name: string,
  { parameters }: DescribedDefinition,
  { tasks }: TaskWords,
): Readonly<Record<string, unknown>> {
  const texts = own(tasks, name)?.parameters ?? {}
  const properties = Object.entries(parameters.properties).map(([parameter, schema]) => {
    const { label, description, choices } = englishTexts(parameter, schema)
    const [translatedLabel = label, translatedDescription = description, translatedChoices = {}] =
      own(texts, parameter) ?? []
    const { 'x-hint': _hint, ...rest } = { 'x-hint': '', ...schema }
    const labels = choices.map(([value, word]) => [value, own(translatedChoices, value) ?? word])
    return [
      parameter,
      {
        ...rest,
        title: translatedLabel,
        description: translatedDescription,
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
      const word = own(words, value)
      return [value, typeof word === 'string' ? word : value]
    }),
  }
}
