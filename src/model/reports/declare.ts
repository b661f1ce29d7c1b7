/** What declarations of plan reports share: an entity that is computed, and the columns of time buckets. */
import { datetime, json, text } from '../define.ts'
import { defineEntity, type Entity } from '../entity.ts'
import type { Field } from '../field.ts'

export interface ReportDeclaration {
  /** Name within the app `output`, and of its file. */
  readonly name: string
  readonly label: string
  readonly about: string
  /** Entities that it tells about: who may not see them all may not see the report. */
  readonly tellsOf: readonly string[]
  /** Field after which its rows are told apart, together with those of its order. */
  readonly key: string
  readonly rowsMidSize: number
  readonly fields: readonly (Field | readonly Field[])[]
}

/** Declares a report. What it reads is added where it is computed. */
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

/** Columns that tell the bucket of a row. */
export const bucketFields: readonly Field[] = [
  text('bucket', { help: 'Name of the time bucket.' }),
  datetime('startdate', { label: 'start date', help: 'Start of the bucket.' }),
  datetime('enddate', { label: 'end date', help: 'End of the bucket; equals the start of the next one.' }),
]

/** What a pivot has in place of these: a list of buckets, or in spreadsheets a column that names the figure of a row. */
export const pivotFields = {
  buckets: json('buckets', { help: 'Time buckets with their name, start, end and figures.' }),
  measure: text('measure', { help: 'Which figure the row tells.' }),
} as const
