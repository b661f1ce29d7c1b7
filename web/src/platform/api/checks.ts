/** Reads the findings of the checks of the installation. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './endpoints.ts'

export type Finding = Answer<'GET /api/checks/'>['findings'][number]

/** The checks run once when the screen opens, and again on request: they connect to other machines. */
export const checksQuery = queryOptions({
  queryKey: ['check-installation'],
  queryFn: ({ signal }) => call('GET /api/checks/', {}, { signal }),
  refetchOnWindowFocus: false,
})
