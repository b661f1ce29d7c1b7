/** Button with an icon in a toolbar; its label is shown as a tooltip. */
import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface IconToolProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

export function IconTool({ label, disabled = false, onClick, children }: IconToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} disabled={disabled} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
