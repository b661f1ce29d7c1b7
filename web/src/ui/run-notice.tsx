/** Button of a notice about a run, which opens the run. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

export const runAction = (show: string, onShow: () => void): ReactNode => (
  <Button variant="subtle" size="compact-xs" mih={24} onClick={onShow}>
    {show}
  </Button>
)
