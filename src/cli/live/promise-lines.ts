/** Formats the promise of a sales order for a terminal. */
import type { ShownPromise } from '../../planning/live/questions.ts'
import { textTable } from '../text-table.ts'
import {
  baseLines,
  dateText,
  daysText,
  indent,
  numberText,
  promiseText,
  reasonText,
  section,
} from '../answer-texts.ts'

/** Returns the date, the deliveries, what prevents an earlier date, and the sales orders that are delayed. */
export function promiseLines(
  { promises, complete, days_late: late, confidence, binding, delays, base }: ShownPromise,
  width: number,
): readonly string[] {
  const isDelivered = promises.length > 0
  return [
    ...baseLines(base),
    `${title(complete, late ?? 0)}.`,
    ...(isDelivered ? [`${promiseText(confidence)}: ${promiseText(`${confidence}Hint`)}`] : []),
    ...section(
      promiseText('dates'),
      isDelivered
        ? textTable(
            [
              { head: 'DATE', text: ({ date }) => dateText(date) },
              { head: 'QUANTITY', text: ({ quantity }) => numberText(quantity) },
            ],
            promises,
            width - indent,
          )
        : [],
    ),
    ...section(promiseText(complete === null ? 'prevents' : 'binds'), binding.map(reasonText)),
    ...(delays.length === 0 && isDelivered
      ? ['', promiseText('noDelays')]
      : section(
          promiseText('delays'),
          delays.map(({ demand, days }) => `${demand}: ${promiseText('later', { late: daysText(days) })}`),
        )),
  ]
}

function title(complete: string | null, late: number): string {
  if (complete === null) return promiseText('incomplete')
  const date = dateText(complete)
  return late > 0 ? promiseText('late', { date, late: daysText(late) }) : promiseText('onTime', { date })
}
