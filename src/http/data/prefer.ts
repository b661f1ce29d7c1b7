/** Parses the header Prefer: handling of unknown and invalid data, and size of the response. */
import type { CountPreference } from '../../data/read/index.ts'

export interface Preferences {
  /** `handling=strict`: parameters that would be ignored are rejected. */
  readonly strict: boolean
  /** `handling=lenient`: valid records of a batch are written although others are invalid. */
  readonly lenient: boolean
  /** `return=minimal`: returns counts instead of records. */
  readonly minimal: boolean
  /** `count=exact|estimated|none`: limits the cost of the total of a page. */
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

/** Returns the value of the header Preference-Applied; undefined without preferences. */
export function appliedPreferences({ strict, lenient, minimal }: Preferences): string | undefined {
  const applied = [
    ...(strict ? ['handling=strict'] : []),
    ...(lenient ? ['handling=lenient'] : []),
    ...(minimal ? ['return=minimal'] : []),
  ]
  return applied.length === 0 ? undefined : applied.join(', ')
}
