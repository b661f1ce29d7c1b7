/**
 * Labels of entities and fields in one language.
 *
 * The labels of a language are loaded once (`loadLabels`, from `words/<language>/model.json`) and passed as a value.
 * Custom attributes keep the label of their creator, and missing translations are shown in English.
 */
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'

/**
 * Labels and help texts of one language, by the English texts of the model: the structure of
 * `words/<language>/model.json`.
 */
export interface LabelTexts {
  /** Singular and plural, by the English singular. */
  readonly entities: Readonly<Record<string, readonly [singular: string, plural: string]>>
  /** By the English label, or by `<entity>.<field>` if one English label needs different translations. */
  readonly fields: Readonly<Record<string, string>>
  /** By the English label of a value, or by `<entity>.<field>.<value>` if one label needs different translations. */
  readonly choices?: Readonly<Record<string, string>>
  /** Help texts of fields, by the English text. */
  readonly help?: Readonly<Record<string, string>>
  /** Labels of entities in earlier releases, by the English singular: older files and sheets are called so. */
  readonly formerEntities?: Readonly<Record<string, readonly string[]>>
}

/** Labels by language code, for the entities and fields of an extension module. */
export type Translations = Readonly<Record<string, LabelTexts>>

export interface Labels {
  readonly language: string
  /** Texts by id, such as `entities.item.0`. The first source with a translation has precedence. */
  readonly texts: readonly Readonly<Record<string, string>>[]
}

/** The labels as the model declares them. */
export const englishLabels: Labels = { language: 'en', texts: [] }

/** Returns the label of an entity, singular or plural. */
export function entityLabel(
  entity: Entity,
  labels: Labels,
  { plural = false }: { readonly plural?: boolean } = {},
): string {
  const found = firstWord(labels, `entities.${entity.label}.${plural ? 1 : 0}`)
  return found ?? (plural ? entity.labelPlural : entity.label)
}

/** Returns the labels of an entity in earlier releases. */
export const formerEntityLabels = ({ label }: Entity, labels: Labels): readonly string[] =>
  [0, 1].flatMap((position) => firstWord(labels, `formerEntities.${label}.${position}`) ?? [])

/** Returns the label of a field. */
export function fieldLabel(entity: Entity, field: Field, labels: Labels): string {
  if (field.custom) return field.label
  return firstWord(labels, `fields.${qualifiedName(entity, field)}`) ?? fieldText(field.label, labels)
}

/** Returns the translation of an English text among the labels of fields, such as a menu item of an extension module. */
export const fieldText = (english: string, labels: Labels): string =>
  firstWord(labels, `fields.${english}`) ?? english

/** Returns the label of a choice value. */
export function choiceLabel(entity: Entity, field: Field, value: string, labels: Labels): string {
  const english = englishChoice(field, value)
  if (field.custom) return english
  return (
    firstWord(labels, `choices.${qualifiedName(entity, field)}.${value}`) ??
    firstWord(labels, `choices.${english}`) ??
    english
  )
}

/** Returns the key of a field's label; a followed field has the key of the referenced field. */
const qualifiedName = ({ name }: Entity, { via, ...field }: Field): string =>
  via === undefined ? `${name}.${field.name}` : `${via.entity}.${via.field.name}`

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

/**
 * Returns a text by its id; undefined if it is not translated. Reads own properties only: a field may have the label
 * "constructor".
 */
export const firstWord = ({ texts }: Labels, id: string): string | undefined =>
  texts.find((words) => Object.hasOwn(words, id))?.[id]
