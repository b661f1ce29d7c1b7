/** Cancels a run. Canceling may take a while; unfinished work is undone. */
import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelRun, type Run } from '../../platform/api/tasks.ts'
import { useMe } from '../../platform/api/me.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { toastInfo } from '../../ui/toasts.ts'
import { runTitle, useTaskTitles } from '../../platform/task-titles.ts'

interface CancelButtonProps {
  readonly run: Run
  readonly compact?: boolean
  readonly icon?: ReactNode
}

/** Shown to the user who launched the run and to superusers, who may cancel it. */
export function CancelButton({ run, compact = false, icon }: CancelButtonProps) {
  const { t } = useTranslation('execute')
  const { username } = useMe()
  const { superuser, name: scenario } = useScenario()
  const client = useQueryClient()
  const titles = useTaskTitles(scenario)
  // Shared by all views of the run: it is shown as canceling until it ends.
  const key = ['ending', run.id]
  const { data: ending } = useQuery({
    queryKey: key,
    queryFn: () => false,
    enabled: false,
    initialData: false,
    staleTime: 'static',
  })
  if (run.user !== username && !superuser) return null
  const name = runTitle(titles, run)
  const label = ending ? `${t('cancel.ending')} #${run.id}` : t('cancel.label', { id: run.id, name })
  const sign = ending ? <Loader size={14} color="gray" /> : icon
  // A disabled button would lose the keyboard focus.
  const state = ending ? ({ 'data-disabled': true, 'aria-disabled': true } as const) : {}
  const ask = (): void => {
    if (ending) return
    void confirm({
      title: t('cancel.title', { id: run.id, name }),
      children: t('cancel.hint'),
      action: t('cancel.confirm'),
      // "Cancel" beside "Cancel run" would be ambiguous.
      keep: t('cancel.keep'),
      danger: true,
      run: async () => {
        await cancelRun(run.scenario, run.id)
        client.setQueryData(key, true)
        toastInfo({ id: `cancel ${run.id}`, message: t('cancel.asked', { id: run.id, name }) })
      },
    })
  }
  if (!compact) {
    return (
      <Button variant="default" color="red" leftSection={sign} onClick={ask} {...state}>
        {t(ending ? 'cancel.ending' : 'cancel.button')}
      </Button>
    )
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="red" aria-label={label} onClick={ask} {...state}>
        {sign}
      </ActionIcon>
    </Tooltip>
  )
}
