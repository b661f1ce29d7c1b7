/** The own second factors, as screens keep them. */
import { queryOptions } from '@tanstack/react-query'
import { readFactors } from './factors.ts'

export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => readFactors(signal),
})
