/** Message that there is no content, with the reason and possible actions. */
import type { ReactNode } from 'react'
import { IconInbox } from '@tabler/icons-react'
import styles from './states.module.css'

export interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** Buttons for possible actions. */
  readonly actions?: ReactNode
  readonly icon?: ReactNode
  /** Whether it is the whole screen; its title is then the page title. */
  readonly page?: boolean
}

export function EmptyState({ title, children, actions, icon, page = false }: EmptyStateProps) {
  const Title = page ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      <span className={styles.mark} aria-hidden="true">
        {icon ?? <IconInbox size={22} stroke={1.6} />}
      </span>
      <Title {...(page ? { id: 'page-title', tabIndex: -1 } : {})}>{title}</Title>
      {children === undefined ? null : <p>{children}</p>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
