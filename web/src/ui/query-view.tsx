/**
 * Shows the data of a query: until it arrives a skeleton, and after a failure the error with a button to retry. Data
 * that could not be read again stays below the error, with all that is entered into its forms.
 */
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { LoadingSkeleton, type LoadingSkeletonProps } from './loading-skeleton.tsx'

export interface QueryViewProps<Data> extends LoadingSkeletonProps {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  /** Whether an error is a part of a screen instead of replacing it. */
  readonly inline?: boolean
  readonly children: (data: Data) => ReactNode
}

export function QueryView<Data>({ query, inline = false, children, ...skeleton }: QueryViewProps<Data>) {
  const { data, error, refetch } = query
  const isOld = data !== undefined
  const problem =
    error === null ? null : (
      <ErrorState error={error} inline={inline || isOld} onRetry={() => void refetch()} />
    )
  if (!isOld) return problem ?? <LoadingSkeleton {...skeleton} />
  return (
    <>
      {problem}
      {children(data)}
    </>
  )
}
