/** Reads the header Prefer: how strict to be with what is unknown or wrong, and how much to answer. */
import type { CountPreference } from '../../data/read/index.ts'

export interface Preferences {
  /** `handling=strict`: what would be ignored is refused. */
  readonly strict: boolean
  /** `handling=lenient`: good records of a batch are written although others are bad. */
  readonly lenient: boolean
  /** `return=minimal`: counts instead of records. */
  readonly minimal: boolean
  /** `count=exact|estimated|none`: how much the total of a page may cost. */
  readonly count?: CountPreference
}

const none: Preferences = { strict: false, lenient: false, minimal: false }
const countPreferences: readonly CountPreference[] = ['exact', 'estimated', 'none']

export function parsePrefer(header: string | string[] | undefined): Preferences {
  if (header === undefined) return none
  const text = Array.isArray(header) ? header.join(',') : header
  const wishes = new Set(text.split(/[,;]/).map((part) => part.replaceAll(/[\s"]/g, '').toLowerCase()))
  const strict = wishes.has('handling=strict')
  const count = countPreferences.find((preference) => wishes.has(`count=${preference}`))
  return {
    strict,
    lenient: !strict && wishes.has('handling=lenient'),
    minimal: wishes.has('return=minimal'),
    ...(count === undefined ? {} : { count }),
  }
}

/** Value of the header Preference-Applied; undefined when nothing was wished for. */
export function appliedPreferences({ strict, lenient, minimal }: Preferences): string | undefined {
  const applied = [
    ...(strict ? ['handling=strict'] : []),
    ...(lenient ? ['handling=lenient'] : []),
    ...(minimal ? ['return=minimal'] : []),
  ]
  return applied.length === 0 ? undefined : applied.join(', ')
}
