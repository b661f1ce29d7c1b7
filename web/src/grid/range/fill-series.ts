/**
 * Computes the values that the fill handle writes into cells below or above its range: copies of one value, a
 * continued series of numbers or dates, else the values repeatedly.
 */
import { dayMs } from '../../platform/formats/instants.ts'
import { datetimeParts } from '../../../../src/model/values/dates.ts'
import type { CellEdit, StagedCell } from '../stage/staged-rows.ts'
import type { GridModel } from '../grid-model.ts'
import type { FieldMeta } from '../../platform/meta/entity-meta.ts'
import { apiDuration, parseClock } from '../../platform/values/durations.ts'
import { plainText } from '../../platform/values/format-value.ts'
import type { Bounds } from './cell-range.ts'
import { editRange, shownCell } from './range-rows.ts'

/** Returns the value a number of steps after the last one; negative steps are before the first one. */
export type Series = (step: number) => unknown

/**
 * Returns the series that continues values. A single number or text is copied, and a single date continues by days;
 * `other` swaps this. Several values continue by their difference if it is constant.
 */
export function seriesOf(field: Pick<FieldMeta, 'type'>, values: readonly unknown[], other = false): Series {
  const repeat: Series = (step) => repeated(values, step) ?? null
  const scale = scaleOf(field)
  const points = scale === undefined ? [] : values.map(scale.read)
  const [first] = points
  const last = points.at(-1)
  if (scale === undefined || first === undefined || last === undefined) return repeat
  if (points.some((point) => point === undefined)) return repeat
  if (values.length === 1) {
    const goesOn = (field.type === 'date' || field.type === 'datetime') !== other
    return goesOn ? (step) => scale.write(last + step * scale.unit) : repeat
  }
  const difference = scale.round(((last ?? 0) - first) / (points.length - 1))
  const even = points.every(
    (point, place) =>
      Math.abs((point ?? 0) - (first + place * difference)) < 1e-9 * Math.max(1, Math.abs(first)),
  )
  if (!even || other) return repeat
  return (step) => scale.write(step > 0 ? last + step * difference : first + step * difference)
}

/** Returns the value a number of steps after the last one, or before the first one, of values that are repeated. */
function repeated<Value>(values: readonly Value[], step: number): Value | undefined {
  const place = step > 0 ? step - 1 : values.length + step
  return values[((place % values.length) + values.length) % values.length]
}

interface Scale {
  readonly read: (value: unknown) => number | undefined
  readonly write: (point: number) => unknown
  /** Step of a series with a single value. */
  readonly unit: number
  readonly round: (difference: number) => number
}

const plain = (value: number): number => Math.round(value * 1e8) / 1e8

function scaleOf({ type }: Pick<FieldMeta, 'type'>): Scale | undefined {
  switch (type) {
    case 'number':
      return { read: numberIn, write: plain, unit: 1, round: plain }
    case 'integer':
      return { read: numberIn, write: Math.round, unit: 1, round: plain }
    case 'duration':
      return {
        read: (value) => (value === null ? undefined : parseClock(plainText(value))),
        write: (point) => apiDuration(Math.max(0, point)),
        unit: 3_600,
        round: plain,
      }
    case 'date':
      return { read: momentIn, write: (point) => iso(point).slice(0, 10), unit: dayMs, round: Math.round }
    case 'datetime':
      return { read: momentIn, write: (point) => iso(point), unit: dayMs, round: Math.round }
    default:
      return undefined
  }
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Planning time has no time zone. It is parsed as UTC, so that all days have 24 hours. */
function momentIn(value: unknown): number | undefined {
  const parts = datetimeParts(plainText(value))
  return parts === undefined ? undefined : Date.parse(`${parts.date}T${parts.time.slice(0, 8)}Z`)
}

const iso = (point: number): string => new Date(point).toISOString().slice(0, 19)

/**
 * Fills a range into the rows between it and `to`, as one undo step, once all rows are read. Returns the range with
 * these rows; undefined if nothing is filled.
 */
export function fillTo(model: GridModel, from: Bounds, to: number, other = false): Bounds | undefined {
  const target = fillTarget(from, to)
  if (target === undefined) return undefined
  const all = { ...from, top: Math.min(from.top, target.top), bottom: Math.max(from.bottom, target.bottom) }
  const down = target.top > from.bottom
  const columns = Array.from({ length: from.right - from.left + 1 }, (_, index) => from.left + index)
  const isFilled = editRange(model, all, (rows) => {
    const seeds = rows.slice(from.top - all.top, from.bottom - all.top + 1)
    return columns.flatMap((column): readonly CellEdit[] => {
      const field = model.field(column)
      if (field === undefined) return []
      const cells = seeds.map((ref) => shownCell(model, ref, field.name))
      const series = seriesOf(
        field,
        cells.map(({ value }) => value ?? null),
        other,
      )
      // Invalid cells have no series; they stay marked as invalid.
      const areValid = cells.every(({ fault }) => fault === undefined)
      const cellAt = (step: number): StagedCell =>
        (areValid ? undefined : repeated(cells, step)) ?? { value: series(step) }
      return rows.flatMap((ref, index) => {
        const row = all.top + index
        if (row < target.top || row > target.bottom || !model.mayEdit(ref, field)) return []
        const cell = cellAt(down ? row - from.bottom : row - from.top)
        return [{ id: ref.id, base: ref.base, field: field.name, cell }]
      })
    })
  })
  return isFilled ? all : undefined
}

/** Returns the cells that are filled if the handle is dragged to a row; undefined within the range. */
export function fillTarget(from: Bounds, to: number): Bounds | undefined {
  if (to > from.bottom) return { ...from, top: from.bottom + 1, bottom: to }
  return to < from.top ? { ...from, top: to, bottom: from.top - 1 } : undefined
}

/**
 * Continues the series of the first two rows of a range, or of the first row if there are only two, down to its last
 * row.
 */
export function continueSeries(model: GridModel, bounds: Bounds): void {
  const rows = bounds.bottom - bounds.top + 1
  if (rows < 2) return
  const seeds = rows === 2 ? 1 : 2
  fillTo(
    model,
    { ...bounds, bottom: bounds.top + seeds - 1 },
    bounds.bottom,
    seeds === 1 && isNumeric(model, bounds),
  )
}

/** For a single number the shortcut continues a series, because copying has its own shortcut. */
const isNumeric = (model: GridModel, { left }: Bounds): boolean => {
  const type = model.field(left)?.type
  return type === 'number' || type === 'integer' || type === 'duration'
}
