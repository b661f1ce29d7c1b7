/**
 * Bounds of the model for written values: a minimum number or duration, and the dates that can be planned. Filters
 * compare with any value; bounds apply to writes only.
 */
import type { Message } from '../../../errors/messages.ts'
import type { Field } from '../../../model/field.ts'
import { plannableDates } from '../../../model/values/dates.ts'
import { literal } from '../../../database/identifiers.ts'
import { type Codec, type Coerced, isInvalid } from '../../codecs.ts'

const belowMinimum = (minimum: number): Message => ({ code: 'below_minimum', params: { minimum } })
const notPlannable: Message = { code: 'not_plannable_date', params: plannableDates }

/** Returns the codec of a written field: like `codec`, but values beyond the bounds of the field are errors. */
export function boundedCodec(field: Field, codec: Codec): Codec {
  const fault = faultOf(field)
  if (fault === undefined) return codec
  return {
    parse: (value, options) => {
      const coerced = codec.parse(value, options)
      if (coerced === null || isInvalid(coerced)) return coerced
      const message = fault(coerced)
      return message === undefined ? coerced : { message }
    },
  }
}

type Fault = (value: Exclude<Coerced, null>) => Message | undefined

function faultOf({ type, minimum, plannable }: Field): Fault | undefined {
  if (plannable) {
    const { from, before } = plannableDates
    return (value) => (String(value) >= from && String(value) < before ? undefined : notPlannable)
  }
  if (minimum === undefined) return undefined
  const isBelow =
    type === 'duration'
      ? (value: Exclude<Coerced, null>) => String(value).includes('-')
      : (value: Exclude<Coerced, null>) => Number(value) < minimum
  return (value) => (isBelow(value) ? belowMinimum(minimum) : undefined)
}

/** Returns the same as SQL conditions of values beyond the bounds, for rows that are not read by codecs. */
export function boundsOf(
  { type, minimum, plannable }: Field,
  column: string,
): readonly { readonly condition: string; readonly message: Message }[] {
  if (plannable) {
    const [from, before] = [plannableDates.from, plannableDates.before].map((date) => literal(date))
    return [{ condition: `${column} < ${from} OR ${column} >= ${before}`, message: notPlannable }]
  }
  if (minimum === undefined) return []
  const bound = type === 'duration' ? `interval '0'` : String(minimum)
  return [{ condition: `${column} < ${bound}`, message: belowMinimum(minimum) }]
}
