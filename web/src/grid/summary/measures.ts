/** Determines the measure below each column: the user's choice, else the default of the field. */
import { type Measure, measures } from '../../../../src/model/measures.ts'
import type { EntityMeta, FieldMeta } from '../../platform/meta/entity-meta.ts'

export type { Measure }
/** `none` for a column without a measure. */
export type MeasureChoice = Measure | 'none'
export type MeasureChoices = Readonly<Record<string, MeasureChoice>>

const choices: ReadonlySet<string> = new Set([...measures, 'none'])
const isChoice = (text: string): text is MeasureChoice => choices.has(text)

/** Parses `quantity__avg,cost__none`. */
export const readMeasures = (text: string): MeasureChoices =>
  Object.fromEntries(
    text.split(',').flatMap((part): readonly (readonly [string, MeasureChoice])[] => {
      const split = part.lastIndexOf('__')
      const measure = part.slice(split + 2)
      return split > 0 && isChoice(measure) ? [[part.slice(0, split), measure]] : []
    }),
  )

export const measuresText = (chosen: MeasureChoices): string =>
  Object.entries(chosen)
    .map(([field, measure]) => `${field}__${measure}`)
    .join(',')

export interface MeasuredColumn {
  readonly field: FieldMeta
  readonly measure: Measure
  /** Name in the API, such as `quantity__sum`. */
  readonly name: string
}

export function measureOf(field: FieldMeta, chosen: MeasureChoices): Measure | undefined {
  const measure = chosen[field.name] ?? field.measure ?? 'none'
  return measure !== 'none' && field.measures.includes(measure) ? measure : undefined
}

const mostMeasured = 40

/** Returns the columns with a measure. */
export const measuredColumns = (
  meta: EntityMeta,
  columns: readonly string[],
  chosen: MeasureChoices,
): readonly MeasuredColumn[] =>
  columns
    .flatMap((name) => {
      const field = meta.fields.find((one) => one.name === name)
      const measure = field === undefined ? undefined : measureOf(field, chosen)
      return field === undefined || measure === undefined
        ? []
        : [{ field, measure, name: `${field.name}__${measure}` }]
    })
    .slice(0, mostMeasured)
