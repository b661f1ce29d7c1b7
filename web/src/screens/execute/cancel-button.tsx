/** Asks a run to end; it does so in its own time, and what it has not finished is left as it was. */
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelRun, type Run } from '../../api/tasks.ts'
import { useMe } from '../../api/me.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { confirm } from '../../components/confirm-dialog.tsx'
import { toastTold } from '../../components/toasts.ts'

interface CancelButtonProps {
  readonly run: Run
  readonly compact?: boolean
  readonly icon?: ReactNode
}

/** Shown to whoever launched it and to superusers: nobody else may. */
export function CancelButton({ run, compact = false, icon }: CancelButtonProps) {
  const { t } = useTranslation('execute')
  const { username } = useMe()
  const { superuser } = useScenario()
  if (run.user !== username && !superuser) return null
  const label = t('cancel.label', { id: run.id, name: run.name })
  const ask = (): void => {
    void confirm({
      title: t('cancel.title', { id: run.id, name: run.name }),
      children: t('cancel.hint'),
      action: t('cancel.confirm'),
      danger: true,
      run: async () => {
        await cancelRun(run.scenario, run.id)
        toastTold({ id: `cancel ${run.id}`, message: t('cancel.asked', { id: run.id }) })
      },
    })
  }
  if (!compact) {
    return (
      <Button variant="default" color="red" leftSection={icon} onClick={ask}>
        {t('cancel.button')}
      </Button>
    )
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="red" aria-label={label} onClick={ask}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
