/** Finds the list parameter that was probably meant by a misspelled one. */
import type { Entity } from '../../model/entity.ts'
import { closest } from '../../settings/suggestion.ts'
import { visibleFields } from '../record-sql.ts'
import { lookups } from './lookups.ts'
import { reservedParameters } from './reserved-parameters.ts'

/**
 * Returns the most similar parameter of the list of an entity, such as `status` for `statu`; undefined if none is
 * similar.
 */
export function suggestParameter(entity: Entity, name: string): string | undefined {
  const [field = '', ...lookup] = name.slice(0, longestName).split('__')
  const fields = visibleFields(entity).map((one) => one.name)
  const known = fields.includes(field) ? field : closest(field, [...fields, ...reservedParameters])
  if (known === undefined || lookup.length === 0) return known
  const last = closest(lookup.at(-1)!, lookupNames)
  return last === undefined ? known : [known, ...lookup.slice(0, -1), last].join('__')
}

/** Maximum length of a name that is compared, in characters. */
const longestName = 100

const lookupNames = lookups.map(({ name }) => name)
