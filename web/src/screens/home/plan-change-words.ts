/** Describes the changes of a plan to followed records: dates, quantities and lateness, before and after. */
import type { TFunction } from 'i18next'
import { type PlanChangePart, planChangeParts } from '../../../../src/model/plan-change.ts'
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
  return planChangeParts(before, after)
    .map((part) => partText(t, formats, part))
    .join(', ')
}

function partText(t: TFunction<'home'>, formats: Formats, part: PlanChangePart): string {
  if (!('before' in part)) return t(`inbox.plan.${part.kind}`)
  const valueText = (value: string | number | null): string => {
    if (value === null) return t('inbox.plan.none')
    if (typeof value === 'string') return value.slice(0, 16).replace('T', ' ')
    return part.kind === 'delay' ? durationText(value) : formats.number(value)
  }
  return t(`inbox.plan.${part.kind}`, { before: valueText(part.before), after: valueText(part.after) })
}
