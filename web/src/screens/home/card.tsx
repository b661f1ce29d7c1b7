/** A card of the start screen: heading, link to the complete list, and content or its empty state. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './home.module.css'

interface CardProps {
  readonly title: string
  /** Path of the screen with the complete list. */
  readonly to?: string
  readonly error?: Error | null
  readonly pending?: boolean
  /** Takes the full width. */
  readonly wide?: boolean
  /** Text of the empty state. */
  readonly empty?: string | undefined
  /** Text or link below the heading. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function Card({
  title,
  to,
  error = null,
  pending = false,
  wide = false,
  empty,
  note,
  children,
}: CardProps) {
  const { t } = useTranslation('home')
  return (
    <section className={styles.card} data-wide={wide} aria-label={title}>
      <div className={styles.cardHead}>
        <h2>{title}</h2>
        {to === undefined ? null : (
          <ScreenLink to={to} aria-label={t('allOf', { title })}>
            {t('all')}
          </ScreenLink>
        )}
      </div>
      {note === undefined ? null : <p className={styles.soft}>{note}</p>}
      {error !== null ? (
        <ErrorState inline error={error} />
      ) : pending ? (
        <LoadingSkeleton rows={3} />
      ) : empty !== undefined ? (
        <p className={styles.soft}>{empty}</p>
      ) : (
        children
      )}
    </section>
  )
}
