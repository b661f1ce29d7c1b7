/** Names of parameters of records that are options and not filters. */
import { pagingParameters } from './paging.ts'

/** Parameters with a fixed meaning, which are never names of filters. */
export const reservedParameters: ReadonlySet<string> = new Set([
  ...pagingParameters,
  'format',
  'ordering',
  'fields',
  'search',
  'filter',
  'count',
  'dryrun',
  'indent',
])

/** Parameters of a write of records. */
export const writeParameters: ReadonlySet<string> = new Set(['format', 'dryrun', 'indent'])

/** Parameters of a change of all records that match filters. */
export const changeParameters: ReadonlySet<string> = new Set([...writeParameters, 'expect'])

/** Parameters of a deletion of records. */
export const deleteParameters: ReadonlySet<string> = new Set([...changeParameters, 'confirm'])

/** Parameter of a list that returns only the records that were changed since a cursor. */
export const changedSince = 'changed_since'
