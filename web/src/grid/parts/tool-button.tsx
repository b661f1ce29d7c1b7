/** A button of the toolbar: sign and word, on phones the sign alone. */
import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ToolButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  readonly icon: ReactNode
  readonly label: string
  readonly compact: boolean
  /** Behind the word, where there is room. */
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
