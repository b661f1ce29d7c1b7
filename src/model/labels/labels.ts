/**
 * Labels of entities and fields in one language.
 *
 * The labels of a language are loaded once (`loadLabels`) and passed as a value. Custom attributes keep the label of
 * their creator, and missing translations are shown in English.
 */
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'

/** Labels of one language, by the English labels of the model. */
export interface LabelTexts {
  /** Singular and plural, by the English singular. */
  readonly entities: Readonly<Record<string, readonly [singular: string, plural: string]>>
  /** By the English label, or by `<entity>.<field>` if one English label needs different translations. */
  readonly fields: Readonly<Record<string, string>>
  /** By the English label of a value, or by `<entity>.<field>.<value>` if one label needs different translations. */
  readonly choices?: Readonly<Record<string, string>>
  /** Labels of entities in earlier releases, by the English singular: older files and sheets are called so. */
  readonly formerEntities?: Readonly<Record<string, readonly string[]>>
}

/** Labels by language code, for the entities and fields of an extension module. */
export type Translations = Readonly<Record<string, LabelTexts>>

export interface Labels {
  readonly language: string
  /** Sources of labels; the first one with a translation has precedence. */
  readonly texts: readonly LabelTexts[]
}

/** The labels as the model declares them. */
export const englishLabels: Labels = { language: 'en', texts: [] }

/** Returns the label of an entity, singular or plural. */
export function entityLabel(
  entity: Entity,
  labels: Labels,
  { plural = false }: { readonly plural?: boolean } = {},
): string {
  const words = firstWord(labels, ({ entities }) => entities, entity.label)
  if (words === undefined) return plural ? entity.labelPlural : entity.label
  return words[plural ? 1 : 0]
}

/** Returns the labels of an entity in earlier releases. */
export const formerEntityLabels = ({ label }: Entity, labels: Labels): readonly string[] =>
  firstWord(labels, ({ formerEntities = {} }) => formerEntities, label) ?? []

/** Returns the label of a field. */
export function fieldLabel(entity: Entity, field: Field, labels: Labels): string {
  if (field.custom) return field.label
  return (
    firstWord(labels, ({ fields }) => fields, qualifiedName(entity, field)) ??
    firstWord(labels, ({ fields }) => fields, field.label) ??
    field.label
  )
}

/** Returns the label of a choice value. */
export function choiceLabel(entity: Entity, field: Field, value: string, labels: Labels): string {
  const english = englishChoice(field, value)
  if (field.custom) return english
  return (
    firstWord(labels, choiceWords, `${qualifiedName(entity, field)}.${value}`) ??
    firstWord(labels, choiceWords, english) ??
    english
  )
}

/** Returns the key of a field's label; a followed field has the key of the referenced field. */
const qualifiedName = ({ name }: Entity, { via, ...field }: Field): string =>
  via === undefined ? `${name}.${field.name}` : `${via.entity}.${via.field.name}`

const choiceWords = ({ choices = {} }: LabelTexts): Readonly<Record<string, string>> => choices

/** Returns the values of a choice or known values of a text, each with its label. */
export const choicesOf = (
  entity: Entity,
  field: Field,
  labels: Labels,
): readonly { readonly value: string; readonly label: string }[] | undefined =>
  knownValues(field)?.map((value) => ({ value, label: choiceLabel(entity, field, value, labels) }))

/** Returns the values of a choice, and the values of a text that have labels. */
export const knownValues = ({ choices, words }: Field): readonly string[] | undefined =>
  choices ?? (words === undefined ? undefined : Object.keys(words))

export const englishChoice = ({ words = {} }: Field, value: string): string =>
  (Object.hasOwn(words, value) ? words[value] : undefined) ?? value

/** Reads own properties only: a field may have the label "constructor". */
function firstWord<Word>(
  { texts }: Labels,
  wordsOf: (texts: LabelTexts) => Readonly<Record<string, Word>>,
  english: string,
): Word | undefined {
  const found = texts.map(wordsOf).find((words) => Object.hasOwn(words, english))
  return found?.[english]
}
