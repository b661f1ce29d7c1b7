/** Says that there is nothing here, why, and what to do about it. */
import type { ReactNode } from 'react'
import { IconInbox } from '@tabler/icons-react'
import styles from './states.module.css'

export interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** Buttons for what to do next. */
  readonly actions?: ReactNode
  readonly icon?: ReactNode
  /** It is the whole screen, so its title is that of the page. */
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
