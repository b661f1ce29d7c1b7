/** FieldFormats a sum or an average without insignificant digits; times as days. */
import { daySeconds } from '../../platform/formats/instants.ts'
import type { FieldMeta } from '../../platform/meta/entity-meta.ts'
import { durationText, parseClock } from '../../platform/values/durations.ts'
import { formatValue, isDelay, plainText } from '../../platform/values/format-value.ts'
import type { FieldFormats } from '../../platform/values/field-formats.ts'
import type { Measure } from './measures.ts'

export function formatMeasure(
  field: FieldMeta,
  measure: Measure,
  value: unknown,
  formats: FieldFormats,
): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') {
    // The average of integers may be a fraction.
    const type = measure === 'avg' ? 'number' : field.type
    return formatValue({ type }, Math.round(value * 100) / 100, formats)
  }
  if (field.type === 'datetime') return formatValue({ type: 'date' }, plainText(value).slice(0, 10), formats)
  if (field.type !== 'duration') return formatValue(field, value, formats)
  if (isDelay(field)) return formatValue(field, value, formats)
  const seconds = parseClock(plainText(value)) ?? 0
  const unit = Math.abs(seconds) >= daySeconds ? 3_600 : 60
  return durationText(Math.round(seconds / unit) * unit)
}
