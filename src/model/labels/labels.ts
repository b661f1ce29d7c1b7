/**
 * What entities and fields are called in one language.
 *
 * The words of a language are a value that is asked for once (`loadLabels`) and passed on. Custom attributes
 * keep the label their creator gave them, and whatever a language lacks is shown in English.
 */
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'

/** Words of one language, by the English words of the model. */
export interface LabelTexts {
  /** Singular and plural, by the English singular. */
  readonly entities: Readonly<Record<string, readonly [singular: string, plural: string]>>
  /** By the English label, or by `<entity>.<field>` where one English word needs different translations. */
  readonly fields: Readonly<Record<string, string>>
  /** By the English word for a value, or by `<entity>.<field>.<value>` where one word needs different translations. */
  readonly choices?: Readonly<Record<string, string>>
}

/** Words by language code: what an extension module brings for its own entities and fields. */
export type Translations = Readonly<Record<string, LabelTexts>>

export interface Labels {
  readonly language: string
  /** Looked through in turn, the first that knows a word gives it. */
  readonly texts: readonly LabelTexts[]
}

/** The labels as the model declares them. */
export const englishLabels: Labels = { language: 'en', texts: [] }

/** What an entity is called, one record of it or with `plural` several. */
export function entityLabel(
  entity: Entity,
  labels: Labels,
  { plural = false }: { readonly plural?: boolean } = {},
): string {
  const words = firstWord(labels, ({ entities }) => entities, entity.label)
  if (words === undefined) return plural ? entity.labelPlural : entity.label
  return words[plural ? 1 : 0]
}

/** What a field of an entity is called. */
export function fieldLabel(entity: Entity, field: Field, labels: Labels): string {
  if (field.custom) return field.label
  return (
    firstWord(labels, ({ fields }) => fields, qualifiedName(entity, field)) ??
    firstWord(labels, ({ fields }) => fields, field.label) ??
    field.label
  )
}

/** What a value is called that a field can be chosen from. */
export function choiceLabel(entity: Entity, field: Field, value: string, labels: Labels): string {
  const english = englishChoice(field, value)
  if (field.custom) return english
  return (
    firstWord(labels, choiceWords, `${qualifiedName(entity, field)}.${value}`) ??
    firstWord(labels, choiceWords, english) ??
    english
  )
}

/** Under which name the words of a field are kept; those of a followed field are the words of the record referred to. */
const qualifiedName = ({ name }: Entity, { via, ...field }: Field): string =>
  via === undefined ? `${name}.${field.name}` : `${via.entity}.${via.field.name}`

const choiceWords = ({ choices = {} }: LabelTexts): Readonly<Record<string, string>> => choices

/** Values that a field can be chosen from, or that the service writes into it, each with what it is called. */
export const choicesOf = (
  entity: Entity,
  field: Field,
  labels: Labels,
): readonly { readonly value: string; readonly label: string }[] | undefined =>
  knownValues(field)?.map((value) => ({ value, label: choiceLabel(entity, field, value, labels) }))

/** All values of a choice, and those of a text that have words. */
export const knownValues = ({ choices, words }: Field): readonly string[] | undefined =>
  choices ?? (words === undefined ? undefined : Object.keys(words))

export const englishChoice = ({ words = {} }: Field, value: string): string =>
  (Object.hasOwn(words, value) ? words[value] : undefined) ?? value

/** Asks for own properties only: a field may be labelled "constructor". */
function firstWord<Word>(
  { texts }: Labels,
  wordsOf: (texts: LabelTexts) => Readonly<Record<string, Word>>,
  english: string,
): Word | undefined {
  const found = texts.map(wordsOf).find((words) => Object.hasOwn(words, english))
  return found?.[english]
}
