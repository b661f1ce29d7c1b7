/**
 * Notices above the screen: the service cannot be reached, a newer version of the app is available, or the data has
 * changed since the displayed plan was made.
 */
import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { late } from '../../ui/late.tsx'
import styles from './notice-bar.module.css'
import { useNewVersion } from './use-new-version.ts'
import { useReachable } from './use-reachable.ts'

/** Loaded after the content. */
const PlanNotice = late(async () => (await import('./plan-notice.tsx')).PlanNotice)

export function NoticeBar() {
  const { t } = useTranslation('shell')
  const reachable = useReachable()
  const isNew = useNewVersion(reachable)
  const showsPlan = useMatches({
    select: (matches) =>
      matches.some(
        ({ staticData: { showsPlan: shown }, params }) =>
          shown === true || (shown instanceof RegExp && 'entity' in params && shown.test(params.entity)),
      ),
  })
  return (
    <div role="status" className={styles.place}>
      {reachable ? null : (
        <p className={styles.bar} data-tone="warn">
          <IconCloudOff size={16} stroke={1.7} aria-hidden="true" />
          {t('notice.offline')}
        </p>
      )}
      {reachable && isNew ? (
        <p className={styles.bar} data-tone="info">
          <IconRefresh size={16} stroke={1.7} aria-hidden="true" />
          {t('notice.newVersion')}
          <Button variant="subtle" size="compact-xs" onClick={() => location.reload()}>
            {t('notice.reload')}
          </Button>
        </p>
      ) : null}
      {showsPlan ? (
        <Suspense fallback={null}>
          <PlanNotice />
        </Suspense>
      ) : null}
    </div>
  )
}
