/** Progress and result of a task launched from this screen. */
import { Alert, Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { hasEnded, isRunning, runQuery } from '../../platform/api/tasks.ts'
import { runHref } from '../../platform/run-href.ts'
import { announce } from '../../ui/live-region.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'

interface RunNoteProps {
  readonly scenario: string
  readonly id: number
  readonly onEnd: () => void
  /** Reverts a promotion, for users with the right. */
  readonly onRevert?: (() => void) | undefined
}

/** Arguments are recorded as a command line. */
const promotes = (args: string | null): boolean => / --promote(?= |$)/.test(` ${args ?? ''}`)

export function RunNote({ scenario, id, onEnd, onRevert }: RunNoteProps) {
  const { t } = useTranslation('scenarios')
  const { data: run } = useQuery({
    ...runQuery(scenario, id),
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data) ? false : 700),
  })
  const ended = run !== undefined && hasEnded(run)
  const report = useEffectEvent(() => {
    announce(`${t(`execute:status.${run?.status}`)}. ${run?.detail ?? ''}`)
    onEnd()
  })
  useEffect(() => {
    if (ended) report()
  }, [ended])
  if (run === undefined) return null
  return (
    <Alert color={run.status === 'Failed' ? 'red' : run.status === 'Done' ? 'teal' : 'blue'} role="status">
      <ScreenLink to={runHref(scenario, id)}>#{id}</ScreenLink> {run.detail ?? run.step ?? t('going')}
      {run.status === 'Done' && promotes(run.arguments) && onRevert !== undefined ? (
        <div>
          <Button variant="default" size="xs" mt={6} onClick={onRevert}>
            {t('revert.button')}
          </Button>
        </div>
      ) : null}
      {isRunning(run) ? <Progress mt={6} value={run.progress} aria-label={t('going')} /> : null}
    </Alert>
  )
}
