/** Names of list parameters that are options and not filters. */
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
