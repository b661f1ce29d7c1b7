/** Header of a screen: breadcrumbs, title, help and actions. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { type FocusEvent, Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../platform/api/base-path.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ScreenLink } from './screen-link.tsx'
import styles from './page-header.module.css'

export interface Crumb {
  readonly label: string
  /** Path of the screen. */
  readonly to?: string
}

export interface PageHeaderProps {
  readonly title: string
  /** Breadcrumbs from the outermost; the scenario precedes them, the title follows. */
  readonly crumbs?: readonly Crumb[]
  /** Page of the documentation, such as `tasks/runplan`. */
  readonly help?: string
  /** Content beside the title: a badge, a count. */
  readonly aside?: ReactNode
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode
}

const none: readonly Crumb[] = []

export function PageHeader({ title, crumbs = none, help, aside, actions }: PageHeaderProps) {
  const { t } = useTranslation('shell')
  const scenario = useScenario()
  useEffect(() => {
    document.title = `${title} · ${scenario.label}`
  }, [title, scenario.label])
  const onActionFocus = useFocusAfterAction()
  return (
    <header className={styles.header}>
      {crumbs.length === 0 ? null : (
        <nav aria-label={t('breadcrumb')} className={styles.crumbs}>
          <ol>
            {crumbs.map(({ label, to }, index) => (
              <Fragment key={label}>
                {index === 0 ? null : <li aria-hidden="true" className={styles.separator} />}
                <li>{to === undefined ? label : <ScreenLink to={to}>{label}</ScreenLink>}</li>
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
        {help === undefined ? null : (
          <Tooltip label={t('help')}>
            <ActionIcon
              component="a"
              href={addressOfPath(`/api/help/${help}`)}
              target="_blank"
              rel="noreferrer"
              aria-label={`${t('help')} (${t('menu.newTab')})`}
            >
              <IconHelp size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        {actions === undefined ? null : (
          <div className={styles.actions} onFocus={onActionFocus}>
            {actions}
          </div>
        )}
      </div>
    </header>
  )
}

/**
 * Moves the focus to the title if the focused action disappears because it has been performed. Returns the handler of
 * focus events of the actions.
 */
function useFocusAfterAction(): (event: FocusEvent<HTMLElement>) => void {
  const last = useRef<HTMLElement>(undefined)
  useEffect(() => {
    if (last.current?.isConnected !== false) return
    last.current = undefined
    if (document.activeElement === document.body)
      document.getElementById('page-title')?.focus({ preventScroll: true })
  })
  return ({ target }) => {
    last.current = target
  }
}
