/** Parses and formats the grouping of a list as in URLs: `item,due__month`. */
import type { TFunction } from 'i18next'
import { conditionOfLookup } from '../state/grid-search.ts'
import type { Condition } from '../filter/filter-model.ts'
import { type EntityMeta, type FieldMeta, heading } from '../../platform/meta/entity-meta.ts'
import { plainText, formatValue } from '../../platform/values/format-value.ts'
import type { FieldFormats } from '../../platform/values/field-formats.ts'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export interface GroupPart {
  /** Name as in the URL. */
  readonly name: string
  readonly field: FieldMeta
  readonly period?: Period
}

export const mostGroups = 2

const dated = ({ type }: FieldMeta): boolean => type === 'date' || type === 'datetime'

/** Returns the names by which a field can be grouped; for dates the periods, the month first. */
export const groupNames = (field: FieldMeta): readonly string[] => {
  if (!field.filterable || field.unique || field.type === 'json' || field.type === 'identity') return []
  return dated(field) ? periods.toReversed().map((period) => `${field.name}__${period}`) : [field.name]
}

/** Parses `item,due__month`; ignores invalid names. */
export function readGroups(meta: EntityMeta, text: string): readonly GroupPart[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  return names
    .flatMap((name): readonly GroupPart[] => {
      const own = meta.fields.find((field) => field.name === name)
      if (own !== undefined) return groupNames(own).includes(name) ? [{ name, field: own }] : []
      const split = name.lastIndexOf('__')
      const period = periods.find((one) => one === name.slice(split + 2))
      const field = meta.fields.find((one) => one.name === name.slice(0, split))
      return field !== undefined && period !== undefined && dated(field) ? [{ name, field, period }] : []
    })
    .slice(0, mostGroups)
}

/** Returns `Due (month)`. */
export const groupLabel = (t: TFunction<'grid'>, { field, period }: GroupPart): string =>
  period === undefined ? heading(field.label) : `${heading(field.label)} (${t(`group.period.${period}`)})`

/** Returns the label of a group: its value, or a text for no value. */
export function groupText(
  t: TFunction<'grid'>,
  { field, period }: GroupPart,
  value: unknown,
  formats: FieldFormats,
): string {
  if (value === null || value === undefined || value === '') return t('group.empty')
  if (field.type === 'boolean') return t(value === true ? 'yes' : 'no')
  if (period === 'month') return plainText(value).slice(0, 7)
  if (period === undefined) return formatValue(field, value, formats)
  const day = formatValue({ type: 'date' }, plainText(value).slice(0, 10), formats)
  return period === 'week' ? t('group.week', { day }) : day
}

/** Converts the parameters that select the records of a group to conditions. */
export const groupConditions = (filter: Readonly<Record<string, string>>): readonly Condition[] =>
  Object.entries(filter).flatMap(([name, value]) => conditionOfLookup(name, value) ?? [])
