/** Parameter that selects whether an import creates missing records to which its rows refer. */
import { Type } from '../contract/type.ts'
import type { CreatedReferences } from '../data/write/request.ts'
import type { Settings } from '../settings/settings.ts'

export const createMissingParameter = Type.Boolean({
  default: true,
  title: 'Create missing records',
  // Off by default in forms, because users see there first what is missing.
  'x-form-default': false,
  'x-hint':
    'Creates missing locations, customers, items and suppliers that rows refer to, with only a name. Otherwise such rows are rejected.',
  description:
    'Reject rows that refer to missing records, instead of creating those of the entities in CREATE_MISSING_REFERENCES with only a name.',
})

/** Returns the entities of which an import may create records; none if the argument is false. */
export const createdWhenMissing = (
  { CREATE_MISSING_REFERENCES }: Pick<Settings, 'CREATE_MISSING_REFERENCES'>,
  wanted: boolean,
): readonly string[] => (wanted ? CREATE_MISSING_REFERENCES : [])

/** Maximum number of created records that a message names. */
const mostNamed = 5

/**
 * Returns the sentence that names the records which an import created because rows refer to them; empty if there are
 * none. The key of a record is cut after 60 characters.
 */
export function createdSentences(created: readonly CreatedReferences[]): readonly string[] {
  const byEntity = new Map<string, Set<string>>()
  for (const { entity, keys } of created) {
    const known = byEntity.get(entity) ?? new Set<string>()
    for (const key of keys) known.add(key)
    byEntity.set(entity, known)
  }
  const parts = [...byEntity].map(([entity, keys]) => {
    const named = [...keys].slice(0, mostNamed).map((key) => `"${key.slice(0, 60)}"`)
    const more = keys.size > mostNamed ? ` and ${(keys.size - mostNamed).toLocaleString('en')} more` : ''
    return `${entity.slice(entity.indexOf('.') + 1)} ${named.join(', ')}${more}`
  })
  return parts.length === 0
    ? []
    : [`Created with just a name, because rows refer to them: ${parts.join('; ')}.`]
}
