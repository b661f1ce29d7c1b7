/** Button of the toolbar: icon and label, on phones the icon only. */
import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ToolButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  readonly icon: ReactNode
  readonly label: string
  readonly compact: boolean
  /** Content after the label, if there is space. */
  readonly more?: ReactNode
}

export function ToolButton({ icon, label, compact, more, title, ...rest }: ToolButtonProps) {
  return compact ? (
    <Button variant="default" px={7} aria-label={label} title={title ?? label} {...rest}>
      {icon}
    </Button>
  ) : (
    <Button variant="default" leftSection={icon} rightSection={more} title={title} {...rest}>
      {label}
    </Button>
  )
}
