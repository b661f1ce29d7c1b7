/** Button that plans a scenario again with the parameters of its last run, and shows the progress meanwhile. */
import { Button, UnstyledButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activity } from '../platform/api/task-stream.ts'
import { hasEnded, planAgain, runsKey } from '../platform/api/tasks.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { runHref } from '../platform/run-href.ts'
import { useSignal } from '../platform/signal.ts'
import { ScreenLink } from './screen-link.tsx'
import { toastError } from './toasts.ts'

interface PlanAgainProps {
  readonly scenario: string
  readonly className?: string | undefined
  /** Whether it is the main action of a screen; otherwise it looks like a link. */
  readonly isMain?: boolean
}

/** For users who may run the plan. Its end is reported like that of every run. */
export function PlanAgain({ scenario, className, isMain = false }: PlanAgainProps) {
  const { t } = useTranslation('common')
  const formats = useFormats()
  const client = useQueryClient()
  const [launched, setLaunched] = useState<number>()
  const { runs } = useSignal(activity)
  const { mutate, isPending } = useMutation({
    mutationFn: () => planAgain(scenario),
    onSuccess: (id) => {
      setLaunched(id)
      void client.invalidateQueries({ queryKey: runsKey(scenario) })
    },
    onError: (error) => toastError(error),
  })
  const ofPlan = runs.filter((one) => one.scenario === scenario && one.name === 'runplan')
  const running = ofPlan.find((one) => !hasEnded(one))
  // The first event of the launched run may be yet to come.
  const id = running?.id ?? (ofPlan.some((one) => one.id === launched) ? undefined : launched)
  if (id !== undefined) {
    const progress = t('plan.running', { percent: formats.number(running?.progress ?? 0) })
    const to = runHref(scenario, id)
    return isMain ? (
      <Button component={ScreenLink} className={className} variant="light" to={to}>
        {progress}
      </Button>
    ) : (
      <ScreenLink className={className} to={to}>
        {progress}
      </ScreenLink>
    )
  }
  const Clickable = isMain ? Button : UnstyledButton
  return (
    <Clickable className={className} disabled={isPending} onClick={() => mutate()}>
      {t('plan.run')}
    </Clickable>
  )
}
