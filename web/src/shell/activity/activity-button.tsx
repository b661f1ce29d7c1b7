/** Bell button: shows the number of running tasks and opens their list. */
import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { hasEnded } from '../../platform/api/tasks.ts'
import { useActivity } from './use-activity.ts'
import { late } from '../../ui/late.tsx'

const ActivityDrawer = late(async () => (await import('./activity-drawer.tsx')).ActivityDrawer)

export function ActivityButton() {
  const { t } = useTranslation('shell')
  const [opened, { open, close }] = useDisclosure(false)
  const running = useActivity().runs.filter((run) => !hasEnded(run)).length
  const label = t('activity.button', { count: running })
  return (
    <>
      <Tooltip label={label}>
        <Indicator label={running} size={16} disabled={running === 0} offset={5} color="petrol">
          <ActionIcon size={34} aria-label={label} aria-haspopup="dialog" onClick={open}>
            <IconBell size={19} stroke={1.6} />
          </ActionIcon>
        </Indicator>
      </Tooltip>
      {opened ? (
        <Suspense fallback={null}>
          <ActivityDrawer onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
