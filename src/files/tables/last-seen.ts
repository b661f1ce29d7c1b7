/**
 * The column "last modified" of an exported table: when each record was last changed before the export. An import does
 * not write it, but compares it with the stored records.
 */
import { CellFault } from '../../data/write/cell-fault.ts'
import { isBlank } from '../../data/write/intake/cells.ts'
import type { LastSeen } from '../../data/write/request.ts'
import { parseDatetime } from '../../data/datetimes.ts'
import type { Message } from '../../errors/messages.ts'
import type { Entity } from '../../model/entity.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { fieldsOfHeader } from './columns.ts'
import { type CellStyle, cellConverter } from './convert-cells.ts'

interface LastSeenColumn extends LastSeen {
  /** Returns a remark if cells of the column are no times. */
  readonly remarks: () => readonly Message[]
}

const fieldName = 'lastmodified'

/** Returns the column of a table; undefined if the table has none. */
export function lastSeenColumn(
  entity: Entity,
  header: readonly string[],
  labels: Labels,
  style: CellStyle & Pick<LastSeen, 'reject' | 'mayView'>,
): LastSeenColumn | undefined {
  const field = entity.fieldByName.get(fieldName)
  const cell = fieldsOfHeader(entity, header, labels).indexOf(field)
  if (field === undefined || cell < 0) return undefined
  const convert = cellConverter(entity, field, style, labels) ?? ((value: unknown) => value)
  let unread = 0
  return {
    cell,
    reject: style.reject,
    mayView: style.mayView,
    parse: (value, timeZone) => {
      if (isBlank(value)) return undefined
      const converted = convert(value)
      const text = converted instanceof CellFault ? undefined : String(converted)
      const time = text === undefined ? undefined : parseDatetime(text, timeZone)
      if (text === undefined || time === undefined) {
        unread += 1
        return undefined
      }
      return latestMoment(text, time)
    },
    remarks: () =>
      unread === 0 ? [] : [{ code: 'values_no_times', params: { field: fieldName, count: unread } }],
  }
}

/**
 * Returns the last moment that a text can mean: spreadsheet programs round times and may show only their minutes.
 * @param time the text as `YYYY-MM-DDTHH:MM:SS[.ffffff]`
 */
function latestMoment(text: string, time: string): string {
  const colons = text.replace(/[+-]\d\d:?\d\d$/, '').split(':').length - 1
  const [seconds = '', fraction = ''] = time.split('.')
  if (colons === 0) return `${seconds.slice(0, 10)}T23:59:59.999999`
  return `${colons === 1 ? `${seconds.slice(0, 16)}:59` : seconds}.${fraction.padEnd(6, '9')}`
}
