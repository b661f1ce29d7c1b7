/** Parses the constraints of a plan: a list of names, or the sum of numbers as in earlier releases. */
import { invalidParameter } from '../../errors/parameter-errors.ts'
import type { Constraints } from '../../planner/input.ts'

/** Numbers of earlier releases: lead times, material, capacity, fence, and each lead time separately. */
const numbers: Readonly<Record<string, number>> = {
  lt: 1,
  mat: 2,
  capa: 4,
  fence: 8,
  mfg_lt: 16,
  po_lt: 32,
}

const every = Object.values(numbers).reduce((sum, number) => sum + number, 0)

/** Texts that mean no constraints. */
const nothing = new Set(['', 'none', '0'])

/**
 * Parses the parameter of the given name. Material is a constraint whenever there is another one, and fences are part
 * of the lead times, so that `mat` (2) and `fence` (8) have no effect. Throws `invalid_parameter`.
 */
export function parseConstraints(name: string, text: string): Constraints {
  const bits = bitsOf(name, text)
  const has = (constraint: string): boolean => (bits & (numbers[constraint] ?? 0)) !== 0
  return {
    capacity: has('capa'),
    manufacturingLeadTime: has('mfg_lt') || has('lt'),
    purchasingLeadTime: has('po_lt') || has('lt'),
  }
}

function bitsOf(name: string, text: string): number {
  const given = text.trim().toLowerCase()
  if (nothing.has(given)) return 0
  if (/^\d+$/.test(given)) {
    const sum = Number(given)
    if (sum <= every) return sum
    throw invalidParameter(name, { code: 'no_constraint_sum', params: { value: text } })
  }
  let bits = 0
  for (const word of given.split(',').map((part) => part.trim())) {
    const bit = Object.hasOwn(numbers, word) ? numbers[word] : undefined
    if (bit === undefined) {
      throw invalidParameter(name, { code: 'no_constraint', params: { value: word } })
    }
    bits |= bit
  }
  return bits
}

/** Returns the constraints as names that {@link parseConstraints} reads. */
export function constraintNames({
  capacity,
  manufacturingLeadTime,
  purchasingLeadTime,
}: Constraints): string {
  const names = [
    ...(capacity ? ['capa'] : []),
    ...(manufacturingLeadTime ? ['mfg_lt'] : []),
    ...(purchasingLeadTime ? ['po_lt'] : []),
  ]
  return names.length === 0 ? 'none' : names.join(',')
}

/** Returns the constraints as text for the log. */
export function constraintText({ capacity, manufacturingLeadTime, purchasingLeadTime }: Constraints): string {
  const words = [
    ...(capacity ? ['capacity'] : []),
    ...(manufacturingLeadTime ? ['manufacturing lead time'] : []),
    ...(purchasingLeadTime ? ['purchasing lead time'] : []),
  ]
  return words.length === 0 ? 'none' : words.join(', ')
}
