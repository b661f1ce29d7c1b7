/** Button below a list that reads its next page, with the error of the last attempt. */
import { Button } from '@mantine/core'
import { ErrorState } from './error-state.tsx'
import type { QueryViewProps } from './query-view.tsx'

interface PagedQuery<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

/** Returns the query of the pages that were read, for `QueryView`: without the error of the next page. */
export const readPages = <Data,>({
  data,
  error,
  refetch,
  isFetchNextPageError,
}: PagedQuery<Data>): QueryViewProps<Data>['query'] => ({
  data,
  error: isFetchNextPageError ? null : error,
  refetch,
})

interface MorePagesProps {
  readonly query: PagedQuery<unknown>
  readonly label: string
}

export function MorePages({ query, label }: MorePagesProps) {
  if (!query.hasNextPage) return null
  return (
    <>
      {query.isFetchNextPageError ? <ErrorState error={query.error} inline /> : null}
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </>
  )
}
