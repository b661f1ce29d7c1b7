/** Describes the changes of a plan to followed records: dates, quantities and lateness, before and after. */
import type { TFunction } from 'i18next'
import type { PlannedChange } from '../../platform/api/home.ts'
import type { Formats } from '../../platform/formats/formats.ts'
import { durationText } from '../../platform/values/durations.ts'

/** Maximum number of records in a message. */
const mostNamed = 5

/** @param total number of all records, of which the changes contain the first */
export function planChangeText(
  t: TFunction<'home'>,
  formats: Formats,
  changes: readonly PlannedChange[],
  total: number,
): string {
  const named = changes.slice(0, mostNamed).map((change) => `${change.key}: ${partsOf(t, formats, change)}`)
  const left = total - named.length
  return [...named, ...(left > 0 ? [t('inbox.plan.more', { number: formats.number(left) })] : [])].join(' · ')
}

function partsOf(t: TFunction<'home'>, formats: Formats, { before, after }: PlannedChange): string {
  if (before === null) return t('inbox.plan.added')
  if (after === null) return t('inbox.plan.dropped')
  const none = t('inbox.plan.none')
  const moment = (text: string | null): string => (text === null ? none : text.slice(0, 16).replace('T', ' '))
  const number = (value: number | null): string => (value === null ? none : formats.number(value))
  const delay = (value: number | null): string => (value === null || value <= 0 ? none : durationText(value))
  const date = before.end === after.end ? 'start' : 'end'
  return [
    ...(before[date] === after[date]
      ? []
      : [t('inbox.plan.date', { before: moment(before[date]), after: moment(after[date]) })]),
    ...(before.quantity === after.quantity
      ? []
      : [t('inbox.plan.quantity', { before: number(before.quantity), after: number(after.quantity) })]),
    ...(delay(before.delay) === delay(after.delay)
      ? []
      : [t('inbox.plan.delay', { before: delay(before.delay), after: delay(after.delay) })]),
    ...(before.late === after.late
      ? []
      : [t('inbox.plan.late', { before: number(before.late), after: number(after.late) })]),
  ].join(', ')
}
