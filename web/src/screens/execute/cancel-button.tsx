/** Asks a run to end; it does so in its own time, and what it has not finished is left as it was. */
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelRun, type Run } from '../../api/tasks.ts'
import { useMe } from '../../api/me.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { toastError, toastTold } from '../../components/toasts.ts'

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
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancelRun(run.scenario, run.id),
    onSuccess: () => toastTold({ id: `cancel ${run.id}`, message: t('cancel.asked', { id: run.id }) }),
    onError: (error) => toastError(error, t('cancel.failed')),
  })
  if (run.user !== username && !superuser) return null
  const label = t('cancel.label', { id: run.id, name: run.name })
  const ask = (): void => {
    modals.openConfirmModal({
      title: t('cancel.title', { id: run.id, name: run.name }),
      children: t('cancel.hint'),
      labels: { confirm: t('cancel.confirm'), cancel: t('cancel.keep') },
      confirmProps: { color: 'red' },
      onConfirm: () => mutate(),
    })
  }
  if (!compact) {
    return (
      <Button variant="default" color="red" leftSection={icon} loading={isPending} onClick={ask}>
        {t('cancel.button')}
      </Button>
    )
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="red" aria-label={label} loading={isPending} onClick={ask}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
