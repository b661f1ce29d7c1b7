/** Describes the changes of a plan to followed records: dates, quantities and lateness, before and after. */
import type { TFunction } from 'i18next'
import { type PlanChangePart, planChangeParts } from '../../../../src/model/plan-change.ts'
import type { PlanException } from '../../platform/api/exceptions.ts'
import type { PlannedChange } from '../../platform/api/inbox.ts'
import type { Formats } from '../../platform/formats/formats.ts'

/** Maximum number of records that a message names at first. */
export const mostNamed = 5

interface Words {
  readonly t: TFunction<'home'>
  readonly formats: Formats
  readonly exceptionText: (kind: PlanException['kind']) => string
}

/** @param total number of all records, of which the changes contain the first */
export function planChangeText(words: Words, changes: readonly PlannedChange[], total: number): string {
  const named = changes.slice(0, mostNamed).map((change) => `${change.key}: ${changeText(words, change)}`)
  const left = total - named.length
  return [...named, ...(left > 0 ? [moreText(words, left)] : [])].join(' · ')
}

/** Returns the number of records that are not named. */
export const moreText = ({ t, formats }: Omit<Words, 'exceptionText'>, left: number): string =>
  t('inbox.plan.more', { number: formats.number(left) })

/** Returns what a plan changed in a record, without the name of the record. */
export function changeText(
  { t, formats, exceptionText }: Words,
  { before, after, exception }: PlannedChange,
): string {
  if (exception !== undefined) return exceptionText(exception)
  return planChangeParts(before, after)
    .map((part) => partText(t, formats, part))
    .join(', ')
}

function partText(t: TFunction<'home'>, formats: Formats, part: PlanChangePart): string {
  if (!('before' in part)) return t(`inbox.plan.${part.kind}`)
  const valueText = (value: string | number | null): string => {
    if (value === null) return t('inbox.plan.none')
    if (typeof value === 'string') return formats.dateTime(value)
    return part.kind === 'delay' ? formats.delay(value) : formats.number(value)
  }
  return t(`inbox.plan.${part.kind}`, { before: valueText(part.before), after: valueText(part.after) })
}
