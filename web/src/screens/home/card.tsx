/** A card of the start screen: heading, link to the complete list, and content or its empty state. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryView, type QueryViewProps } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './home.module.css'

interface CardProps {
  readonly title: string
  /** Path of the screen with the complete list. */
  readonly to?: string
  /** Query of the content; the content of a card without one is shown at once. */
  readonly query?: QueryViewProps<unknown>['query']
  /** Takes the full width. */
  readonly wide?: boolean
  /** Text of the empty state. */
  readonly empty?: string | undefined
  /** Text or link below the heading. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function Card({ title, to, query, wide = false, empty, note, children }: CardProps) {
  const { t } = useTranslation('home')
  const content = empty === undefined ? children : <p className={styles.soft}>{empty}</p>
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
      {query === undefined ? (
        content
      ) : (
        <QueryView query={query} inline rows={3}>
          {() => content}
        </QueryView>
      )}
    </section>
  )
}
