/** Appearance of statuses: a symbol and a color beside the word, so that none is distinguished by color alone. */
import type { Tone } from '../engine/engine-types.ts'

export interface StatusLook {
  readonly tone: Tone
  readonly sign: string
}

const looks: Readonly<Record<string, StatusLook>> = {
  // Sales orders.
  inquiry: { tone: 'soft', sign: '?' },
  quote: { tone: 'info', sign: '◇' },
  open: { tone: 'accent', sign: '●' },
  closed: { tone: 'ok', sign: '✓' },
  canceled: { tone: 'soft', sign: '✕' },
  // Orders of the plan.
  proposed: { tone: 'soft', sign: '○' },
  approved: { tone: 'info', sign: '◑' },
  confirmed: { tone: 'accent', sign: '●' },
  completed: { tone: 'ok', sign: '✓' },
  // Tasks and scenarios.
  waiting: { tone: 'soft', sign: '…' },
  done: { tone: 'ok', sign: '✓' },
  failed: { tone: 'bad', sign: '✕' },
  'in use': { tone: 'ok', sign: '●' },
  free: { tone: 'soft', sign: '○' },
}

const plain: StatusLook = { tone: 'soft', sign: '•' }

/** Returns the appearance of a status of any entity. */
export const statusLook = (value: string): StatusLook => looks[value.toLowerCase()] ?? plain

/** Returns whether a field is shown as a badge. */
export const isStatus = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  type === 'choice' && /(^|_)status$/.test(name)
