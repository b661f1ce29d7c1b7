/** What a screen begins with: where it stands, what it is called, its help, and what can be done on it. */
import { Fragment, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../app/use-scenario.ts'
import { ScreenLink } from './screen-link.tsx'
import styles from './page-header.module.css'

export interface Crumb {
  readonly label: string
  /** Path of the screen. */
  readonly to?: string
}

export interface PageHeaderProps {
  readonly title: string
  /** From the outermost; the scenario goes before them, the title follows. */
  readonly crumbs?: readonly Crumb[]
  /** Page of the documentation, such as `tasks/create-a-plan`; linked once the service gives its pages out. */
  readonly help?: string
  /** Beside the title: a badge, a count. */
  readonly aside?: ReactNode
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode
}

const none: readonly Crumb[] = []

export function PageHeader({ title, crumbs = none, aside, actions }: PageHeaderProps) {
  const { t } = useTranslation('shell')
  const scenario = useScenario()
  useEffect(() => {
    document.title = `${title} · ${scenario.label}`
  }, [title, scenario.label])
  return (
    <header className={styles.header}>
      {crumbs.length === 0 ? null : (
        <nav aria-label={t('breadcrumb')} className={styles.crumbs}>
          <ol>
            {crumbs.map(({ label, to }) => (
              <Fragment key={label}>
                <li>{to === undefined ? label : <ScreenLink to={to}>{label}</ScreenLink>}</li>
                <li aria-hidden="true" className={styles.separator} />
              </Fragment>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.line}>
        <h1 id="page-title" tabIndex={-1}>
          {title}
        </h1>
        {aside}
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  )
}
