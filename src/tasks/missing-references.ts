/** Parameter that selects whether an import creates missing records to which its rows refer. */
import { creatableReferences } from '../auth/rights/creatable-references.ts'
import { Type } from '../contract/type.ts'
import type { CreatedReferences } from '../data/write/request.ts'
import { joinItems, type Message } from '../errors/messages.ts'
import { foreignText } from '../errors/plain-text.ts'
import type { TaskCaller } from './definition.ts'

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

/**
 * Returns the entities of which an import may create records: those of CREATE_MISSING_REFERENCES of which its user
 * may add records, none if the argument is false.
 */
export const createdWhenMissing = (
  { service, principal, scenario }: TaskCaller,
  wanted: boolean,
): readonly string[] =>
  wanted
    ? creatableReferences(
        { settings: service.settings, model: service.models.current() },
        principal,
        scenario,
      )
    : []

/** Maximum number of created records that a message names. */
const mostNamed = 5

/**
 * Returns the sentence that names the records which an import created because rows refer to them; empty if there are
 * none. The key of a record is cut after 60 characters.
 */
export function createdMessages(created: readonly CreatedReferences[]): readonly Message[] {
  const byEntity = new Map<string, Set<string>>()
  for (const { entity, keys } of created) {
    const known = byEntity.get(entity) ?? new Set<string>()
    for (const key of keys) known.add(key)
    byEntity.set(entity, known)
  }
  const [first, ...others] = [...byEntity].map(([entity, keys]): Message => {
    const named = [...keys].slice(0, mostNamed).map((key) => `"${key.slice(0, 60)}"`)
    const records = `${entity.slice(entity.indexOf('.') + 1)} ${named.join(', ')}`
    if (keys.size <= mostNamed) return foreignText(records)
    const more = keys.size - mostNamed
    return { code: 'records_and_more', params: { records, more } }
  })
  return first === undefined
    ? []
    : [{ code: 'references_created', params: { records: joinItems(first, ...others) } }]
}
