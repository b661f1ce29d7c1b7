/** Shows whether workers are running and whether this screen receives updates. */
import { Tooltip } from '@mantine/core'
import { IconHeartbeat, IconPlugConnectedX, IconZzz } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/endpoints.ts'
import { useMe } from '../../platform/api/me.ts'
import { productionScenario } from '../../../../src/model/production.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './execute.module.css'

export function WorkerBadge({ connected }: { readonly connected: boolean }) {
  const { t } = useTranslation('execute')
  const { name } = useScenario()
  const isAdministrator = useMe().scenarios.some((one) => one.name === productionScenario && one.superuser)
  const { data } = useQuery({
    queryKey: ['workers'],
    queryFn: ({ signal }) => call('GET /execute/api/workers/', {}, { scenario: name, signal }),
    refetchInterval: 15_000,
  })
  const count = data?.workers
  if (!connected) {
    return (
      <span className={styles.worker} data-state="lost" role="status">
        <IconPlugConnectedX size={14} aria-hidden="true" /> {t('worker.disconnected')}
      </span>
    )
  }
  if (count === undefined) return null
  const served = count > 0 && data?.unserved === 0
  const hint = served ? t('worker.hint') : t(count > 0 ? 'worker.unservedHint' : 'worker.noneHint')
  const Sign = served ? IconHeartbeat : IconZzz
  const badge = (
    <span className={styles.worker} data-state={served ? 'alive' : 'none'} role="status">
      <Sign size={14} aria-hidden="true" /> {count > 0 ? t('worker.alive', { count }) : t('worker.none')}
    </span>
  )
  return (
    <Tooltip label={hint} multiline maw={320}>
      {isAdministrator ? <ScreenLink to="/app/admin/workers">{badge}</ScreenLink> : badge}
    </Tooltip>
  )
}
