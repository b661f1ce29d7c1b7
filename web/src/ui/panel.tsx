/** A part of a screen with its own heading, for forms and short lists. */
import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

export interface PanelProps {
  readonly title: string
  /** A sentence below the heading. */
  readonly about?: ReactNode
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  /** Anchor for links: `/app/preferences#keys`. */
  readonly id?: string
  readonly children: ReactNode
}

export function Panel({ title, about, actions, id, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={styles.panel} aria-labelledby={heading} {...(id === undefined ? {} : { id })}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </div>
      {about === undefined ? null : <p className={styles.about}>{about}</p>}
      {children}
    </section>
  )
}
