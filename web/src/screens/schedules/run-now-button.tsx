/** Runs a group immediately. */
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { launchTask, runsKey, tasksQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { toastError, toastInfo } from '../../ui/toasts.ts'
import { useOpenRun } from '../../ui/use-open-run.ts'

/** Hidden for users who may not run groups. */
export function RunNowButton({ name }: { readonly name: string }) {
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const client = useQueryClient()
  const openRun = useOpenRun()
  const { data: tasks = [] } = useQuery(tasksQuery(scenario.name))
  const { mutate, isPending } = useMutation({
    mutationFn: () => launchTask(scenario.name, 'scheduletasks', { schedule: name }),
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: runsKey(scenario.name) })
      toastInfo({ message: t('started', { name, id }) })
      openRun(id)
    },
    onError: (error) => toastError(error, t('notStarted', { name })),
  })
  if (!tasks.some((task) => task.name === 'scheduletasks')) return null
  return (
    <Button
      variant="default"
      size="xs"
      loading={isPending}
      leftSection={<IconPlayerPlay size={14} />}
      aria-label={t('runNowOf', { name })}
      onClick={() => mutate()}
    >
      {t('runNow')}
    </Button>
  )
}
