/** Frame of every screen: scenario band, header, menu, and the containers of dialogs and notices. */
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { rememberScenario, useScenario } from '../platform/use-scenario.ts'
import { LiveRegion } from '../ui/live-region.tsx'
import { late } from '../ui/late.tsx'
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx'
import skipStyles from '../ui/skip.module.css'
import styles from './app-frame.module.css'
import { Header } from './header/header.tsx'
import { MenuDrawer } from './menu/menu-drawer.tsx'
import { SideMenu } from './menu/side-menu.tsx'
import { useActivityNotices } from './activity/use-activity-notices.ts'
import { NoticeBar } from './notices/notice-bar.tsx'
import { Shortcuts } from './shortcuts/shortcuts.tsx'
import { SessionWatch } from './session-watch.tsx'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'
import { useAppliedPreferences } from './use-applied-preferences.ts'
import { useFirstTasks } from './use-first-tasks.ts'
import { useKeptFlag } from './use-kept-flag.ts'

/** Loaded if it is needed, which is rare. */
const NoScenarioScreen = late(async () => (await import('./no-scenario.tsx')).NoScenarioScreen)

const narrow = '(max-width: 62em)'

export function AppFrame() {
  const { t } = useTranslation('shell')
  const scenario = useScenario()
  const isNarrow = useMediaQuery(narrow)
  const [collapsed, setCollapsed] = useKeptFlag('menu-collapsed')
  const [drawer, { open, close }] = useDisclosure(false)
  const main = useFocusOnArrival()
  useActivityNotices()
  useAppliedPreferences()
  useFirstTasks()
  useEffect(() => {
    if (scenario.open) rememberScenario(scenario.name)
  }, [scenario.open, scenario.name])
  return (
    <ModalsProvider>
      <a className={skipStyles.skip} href="#main">
        {t('skip')}
      </a>
      <div
        className={styles.frame}
        data-kind={scenario.production ? 'production' : 'what-if'}
        data-menu={isNarrow ? 'none' : collapsed ? 'collapsed' : 'open'}
      >
        <Header
          menuOpen={isNarrow ? drawer : !collapsed}
          onMenu={isNarrow ? open : () => setCollapsed(!collapsed)}
        />
        <NoticeBar />
        {isNarrow ? (
          <MenuDrawer opened={drawer} onClose={close} />
        ) : (
          <SideMenu collapsed={collapsed} onExpand={() => setCollapsed(false)} />
        )}
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Suspense fallback={<LoadingSkeleton />}>
            {scenario.open ? <Outlet /> : <NoScenarioScreen name={scenario.name} />}
          </Suspense>
        </main>
      </div>
      <Shortcuts />
      <SessionWatch />
      <LiveRegion />
      <Notifications
        position="top-center"
        layout="stacked"
        zIndex={500}
        classNames={{ root: styles.notices }}
      />
    </ModalsProvider>
  )
}
