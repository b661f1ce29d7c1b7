/** Names of parameters of lists that are options rather than filters. */
import { pagingParameters } from './paging.ts'

/** Parameters with a meaning of their own, never the name of a filter. */
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
