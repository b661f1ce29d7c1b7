/** Query for the user's own second factors. */
import { queryOptions } from '@tanstack/react-query'
import { readFactors } from './factors.ts'

export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => readFactors(signal),
})
