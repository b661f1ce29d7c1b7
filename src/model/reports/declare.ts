/** Declares plan reports: computed entities, and the columns of time buckets. */
import { datetime, integer, json, text } from '../define.ts'
import { defineEntity, type Entity } from '../entity.ts'
import type { Field } from '../field.ts'

export interface ReportDeclaration {
  /** Name within the app `output`, and file name. */
  readonly name: string
  readonly label: string
  readonly about: string
  /** Entities that the report depends on: it requires the right to view all of them. */
  readonly basedOn: readonly string[]
  /** Field that identifies rows, together with those of the order. */
  readonly key: string
  readonly rowsMidSize: number
  readonly fields: readonly (Field | readonly Field[])[]
}

/** Declares a report; its query is added by its computation. */
export function defineReport({ name, label, ...rest }: ReportDeclaration): Entity {
  return defineEntity({
    name: `output.${name}`,
    label,
    labelPlural: label,
    permissions: ['view'],
    imports: false,
    readOnly: true,
    ...rest,
  })
}

/** Columns with the bucket of a row. */
export const bucketFields: readonly Field[] = [
  text('bucket', { help: 'Name of the time bucket.' }),
  datetime('startdate', { label: 'start date', help: 'Start of the bucket.' }),
  datetime('enddate', { label: 'end date', help: 'End of the bucket; equals the start of the next one.' }),
]

/** Columns of pivots instead: a list of buckets, or in spreadsheets a column with the measure of a row. */
export const pivotFields = {
  buckets: json('buckets', {
    help: 'Time buckets with their name, start, end and figures.',
    schema: { type: 'array', items: { type: 'object' } },
  }),
  total: json('total', {
    schema: { type: 'object' },
    help: 'Figures over all buckets: sums of what flows, levels at their start or end, the fewest days of cover, shares of sums.',
  }),
  measure: text('measure', { help: 'Which figure the row tells.' }),
  unit: text('unit', {
    label: 'unit of measure',
    nullable: true,
    help: 'Unit of the quantities of a total.',
  }),
  rows: integer('rows', { help: 'Number of rows that a total adds up.' }),
} as const
