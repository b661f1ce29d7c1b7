/** Rows of a grouped list that span all columns: messages, and the button that reads more rows. */
import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

interface MoreProps {
  readonly width: number
  readonly depth: number
  readonly answer: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'fetchNextPage'>
  readonly children: ReactNode
}

/** Button that reads the next page of the rows above it. */
export function More({ width, depth, answer, children }: MoreProps) {
  return (
    <Whole width={width} depth={depth}>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={answer.isFetchingNextPage}
        onClick={() => void answer.fetchNextPage()}
      >
        {children}
      </Button>
    </Whole>
  )
}

export function Whole({
  width,
  depth = 0,
  children,
}: {
  readonly width: number
  readonly depth?: number
  readonly children: ReactNode
}) {
  return (
    <tr>
      <td colSpan={width} style={{ paddingInlineStart: 26 + depth * 18 }}>
        {children}
      </td>
    </tr>
  )
}
