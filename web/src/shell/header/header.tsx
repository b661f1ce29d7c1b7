/** Header line: menu, product, search, scenario, inbox, running tasks, user. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { ActivityButton } from '../activity/activity-button.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { late } from '../../ui/late.tsx'
import styles from './header.module.css'
import { Mark } from './mark.tsx'
import { ScenarioMenu } from './scenario-menu.tsx'

/** Loaded separately, because the screen can be used before the number of messages is known. */
const InboxLink = late(async () => (await import('../inbox/inbox-link.tsx')).InboxLink)
const UserMenu = late(async () => (await import('./user-menu.tsx')).UserMenu)

export interface HeaderProps {
  readonly menuOpen: boolean
  readonly onMenu: () => void
}

export function Header({ menuOpen, onMenu }: HeaderProps) {
  const { t } = useTranslation('shell')
  const { name } = useScenario()
  const label = menuOpen ? t('menu.hide') : t('menu.show')
  return (
    <header className={styles.header}>
      <Tooltip label={label}>
        <ActionIcon
          size={32}
          aria-label={label}
          aria-expanded={menuOpen}
          aria-controls="menu"
          onClick={onMenu}
        >
          <IconLayoutSidebar className={styles.wideOnly} size={18} stroke={1.7} />
          <IconMenu2 className={styles.narrowOnly} size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <ScreenLink
        to={`/app/${encodeURIComponent(name)}/`}
        className={styles.product}
        aria-label={t('home', { product: t('product') })}
      >
        <Mark />
        <span className={styles.productName}>{t('product')}</span>
      </ScreenLink>
      <div className={styles.spring} />
      <PaletteButton />
      <ScenarioMenu />
      <Suspense fallback={<span className={styles.later} />}>
        <InboxLink />
      </Suspense>
      <ActivityButton />
      <Suspense fallback={<span className={styles.later} />}>
        <UserMenu />
      </Suspense>
    </header>
  )
}
