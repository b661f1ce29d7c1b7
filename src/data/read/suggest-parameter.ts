/** Finds the parameter of a list that was probably meant by a misspelt one. */
import type { Entity } from '../../model/entity.ts'
import { closest } from '../../settings/suggestion.ts'
import { visibleFields } from '../record-sql.ts'
import { lookups } from './lookups.ts'
import { reservedParameters } from './reserved-parameters.ts'

/** The nearest parameter that the list of an entity knows, such as `status` for `statu`; undefined when none is near. */
export function suggestParameter(entity: Entity, name: string): string | undefined {
  const [field = '', ...lookup] = name.slice(0, longestName).split('__')
  const fields = visibleFields(entity).map((one) => one.name)
  const known = fields.includes(field) ? field : closest(field, [...fields, ...reservedParameters])
  if (known === undefined || lookup.length === 0) return known
  const last = closest(lookup.at(-1)!, lookupNames)
  return last === undefined ? known : [known, ...lookup.slice(0, -1), last].join('__')
}

/** Names that are longer are no misspelt parameters. */
const longestName = 100

const lookupNames = lookups.map(({ name }) => name)
