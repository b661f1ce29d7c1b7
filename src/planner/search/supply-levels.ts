/**
 * Limits how many levels of components supply is planned for. Planning is recursive: beyond some two hundred levels the
 * call stack would overflow, and with it the whole plan instead of one demand would fail.
 */
import { deepest } from '../network/levels.ts'
import type { Buffer } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import type { Reason } from './reason.ts'
import type { Requirement, Search } from './search.ts'

/** Plans a supply; returns `never`, with a reason, if it is too many levels below what it is planned for. */
export function supplyWithin(search: Search, requirement: Requirement, plan: () => Seconds): Seconds {
  const { levels } = search
  if (levels.open > deepest) {
    search.limits.late.dependent += 1
    search.reason = tooDeep(requirement.buffer, requirement.date)
    return never
  }
  levels.open += 1
  try {
    return plan()
  } finally {
    levels.open -= 1
  }
}

/** Returns the reason that a buffer is too many levels below what it is needed for. */
export const tooDeep = (buffer: Buffer, from: Seconds): Reason => ({
  kind: 'too many levels',
  owner: buffer.item.name,
  buffer,
  operation: undefined,
  from,
  to: never,
})
