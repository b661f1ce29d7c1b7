/** Button of the toolbar: icon and label, on phones the icon only. */
import { Button, type ButtonProps, type ElementProps, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export interface ToolButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  readonly icon: ReactNode
  readonly label: string
  readonly compact: boolean
  /** Number shown after the icon or label; none without items. */
  readonly count?: string | undefined
  /** Content after the label, if there is space. */
  readonly more?: ReactNode
}

export function ToolButton({ icon, label, compact, count, more, title, ...rest }: ToolButtonProps) {
  if (!compact)
    return (
      <Button variant="default" leftSection={icon} rightSection={more} title={title} {...rest}>
        <span className={styles.shortened}>{count === undefined ? label : `${label} ${count}`}</span>
      </Button>
    )
  if (count === undefined)
    return (
      <Button variant="default" px={7} aria-label={label} title={title ?? label} {...rest}>
        {icon}
      </Button>
    )
  return (
    <Button variant="default" px={7} title={title ?? label} {...rest}>
      {icon}
      <VisuallyHidden>{label} </VisuallyHidden>
      <span className={styles.count}>{count}</span>
    </Button>
  )
}
