/**
 * Converts rows of tables to records. Compared with objects, columns are looked up once per table instead of once per
 * value, and a blank cell has the meaning that users of spreadsheets expect.
 */
import type { Message } from '../../../errors/messages.ts'
import type { RecordErrors } from '../../../errors/service-error.ts'
import { type Coerced, type CodecOptions, type Invalid, isInvalid } from '../../codecs.ts'
import { CellFault } from '../cell-fault.ts'
import type { CellColumn, LastSeen } from '../request.ts'
import type { TableStaging } from './staging.ts'
import {
  complete,
  errorsOf,
  type Input,
  setValue,
  type Shape,
  type ShapedRow,
  type ShapeOptions,
} from './shape.ts'

export interface CellShaper extends TableStaging {
  /** Converts one row. Errors are collected by field; a valid row has none. */
  shape(
    cells: readonly unknown[],
    index: number,
  ): { readonly row: ShapedRow; readonly errors: RecordErrors | undefined }
}

interface Column extends Input {
  readonly cell: number
  readonly position: number
  readonly convert: CellColumn['convert']
  /**
   * Meaning of a blank cell: field not given, default of a field that requires a value, default of a nullable field,
   * or a value for the codec.
   */
  readonly blank: 'omitted' | 'default' | 'cleared' | 'codec'
}

/** Creates the converter of a table. Fields that do not exist or cannot be written are ignored. */
export function cellShaper(
  shape: Shape,
  columns: readonly (CellColumn | undefined)[],
  { timeZone }: CodecOptions,
  lastSeen?: LastSeen,
): CellShaper {
  const known = columns.flatMap((column, cell): readonly Column[] => {
    const input = column === undefined ? undefined : shape.inputs.get(column.field)
    if (column === undefined || input?.position === undefined) return []
    const { position } = input
    return [{ ...input, position, cell, convert: column.convert, blank: meaningOfBlank(shape, input) }]
  })
  const options: ShapeOptions = { mode: 'upsert', strict: false, timeZone }
  const blanks = new Set<number>()
  const faults = new Map<string, Message>()

  function coerce(
    { cell, codec, convert, blank, position }: Column,
    cells: readonly unknown[],
  ): Coerced | Invalid | undefined {
    const value = cells[cell]
    if (isBlank(value)) {
      if (blank === 'omitted') return undefined
      if (blank !== 'codec') {
        blanks.add(position)
        if (blank === 'default') return null
      }
    } else if (convert !== undefined) {
      const converted = convert(value)
      return converted instanceof CellFault ? converted : codec.parse(converted, options)
    }
    return codec.parse(value, options)
  }

  return {
    blanks,
    dated: lastSeen !== undefined,
    positions: [...new Set([0, ...known.map(({ position }) => position), ...shape.naturalPositions])],
    shape: (cells, index) => {
      const values: (Coerced | undefined)[] = shape.nothing.slice()
      if (faults.size > 0) faults.clear()
      for (const column of known) {
        const coerced = coerce(column, cells)
        if (coerced === undefined) continue
        const { field, position } = column
        if (isInvalid(coerced)) faults.set(field.name, coerced.message)
        else {
          setValue(values, position, coerced, () => {
            const other = known.find((duplicate) => duplicate.position === position && duplicate !== column)
            faults.set(field.name, {
              code: 'alias_conflict',
              params: { other: other?.field.name ?? field.name },
            })
          })
        }
      }
      complete(shape, values, options, faults)
      const seen = lastSeen?.parse(cells[lastSeen.cell], timeZone)
      return { row: { index, values, seen }, errors: faults.size === 0 ? undefined : errorsOf(faults) }
    },
  }
}

function meaningOfBlank(shape: Shape, { field, position }: Input): Column['blank'] {
  // The database assigns the key of a new record.
  if (position === 0 && shape.surrogate) return 'omitted'
  if (field.inherited) return 'omitted'
  const settled = field.nullMeansDefault || (field.type === 'text' && field.default === '')
  if (settled || field.default === undefined || field.default === null) return 'codec'
  return field.nullable ? 'cleared' : 'default'
}

export const isBlank = (cell: unknown): boolean =>
  cell === '' || cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
