/** Changes the state of a grid in the query of its URL. */
import type { AllOf } from '../filter/filter-model.ts'
import { type GridSearch, ownParameters } from './grid-search.ts'

/** Replaces the filter; the plain lookups are removed, because the new filter contains them. */
export function withFilter(search: GridSearch, filter: AllOf | undefined): GridSearch {
  const rest = Object.fromEntries(
    Object.entries(search).filter(([name]) => ownParameters.has(name) && name !== 'filter'),
  )
  return filter === undefined ? rest : { ...rest, filter }
}

/** Parts of the URL to replace; undefined removes a part. */
export type SearchParts = { readonly [Name in keyof GridSearch]?: GridSearch[Name] | undefined }

export function withParts(search: GridSearch, parts: SearchParts): GridSearch {
  return Object.fromEntries(
    Object.entries({ ...search, ...parts }).filter(([, value]) => value !== undefined),
  )
}
