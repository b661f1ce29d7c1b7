/** Text of a notice about a run, with a button that opens the run. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

export function runNotice(message: string, show: string, onShow: () => void): ReactNode {
  return (
    <>
      {message === '' ? null : <span>{message} </span>}
      <Button variant="subtle" size="compact-xs" onClick={onShow}>
        {show}
      </Button>
    </>
  )
}
