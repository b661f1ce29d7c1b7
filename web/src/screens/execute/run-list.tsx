/** Runs of the scenario with live updates, newest first. */
import { Badge, Chip, Group, Progress } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isRunning, type Run, latestRunsQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { runHref } from '../../platform/run-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useRunTitle } from '../../ui/run-title.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { isData } from './result-data.ts'
import { CancelButton } from './cancel-button.tsx'
import { keepsRejected, RejectedLink } from './run-result.tsx'
import { RunStatus } from './run-status.tsx'
import { runTitle, useTaskTitles } from '../../platform/task-titles.ts'
import { secondsOf } from './times.ts'
import styles from './execute.module.css'

/** Status filters of the list. */
const states = ['running', 'Waiting', 'Failed', 'Done', 'Canceled'] as const

interface RunListProps {
  readonly status: string | undefined
  readonly onStatus: (status: string | undefined) => void
}

export function RunList({ status, onStatus }: RunListProps) {
  const { t } = useTranslation('execute')
  const scenario = useScenario()
  const found = useQuery(latestRunsQuery(scenario.name, status))
  return (
    <section className={styles.panel} aria-labelledby="runs">
      <Group justify="space-between" className={styles.panelHead}>
        <h2 id="runs">{t('runs.title')}</h2>
        <Chip.Group value={status ?? ''} onChange={(value) => onStatus(value === '' ? undefined : value)}>
          <Group gap={6} role="group" aria-label={t('runs.filter')}>
            <Chip size="xs" value="">
              {t('runs.all')}
            </Chip>
            {states.map((state) => (
              <Chip key={state} size="xs" value={state}>
                {t(`status.${state}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Group>
      <QueryView query={found} inline>
        {(data) =>
          data.length === 0 ? (
            <EmptyState title={t(status === undefined ? 'runs.none' : 'runs.noneOfState')}>
              {t('runs.noneHint')}
            </EmptyState>
          ) : (
            <ol className={styles.runs}>
              {data.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </ol>
          )
        }
      </QueryView>
    </section>
  )
}

function RunRow({ run }: { readonly run: Run }) {
  const { t } = useTranslation('execute')
  const formats = useFormats()
  const scenario = useScenario()
  const titles = useTaskTitles(scenario.name)
  return (
    <li className={styles.run}>
      <RunStatus run={run} />
      <div className={styles.runBody}>
        <div className={styles.runLine}>
          <ScreenLink className={styles.runName} to={runHref(scenario.name, run.id)}>
            {runTitle(titles, run)}
          </ScreenLink>
          <span className={styles.soft}>#{run.id}</span>
          {run.parent === null ? null : <StepOf scenario={run.scenario} id={run.parent} />}
        </div>
        {isRunning(run) ? (
          <Progress
            value={run.progress}
            size="sm"
            aria-label={t('run.progress', { percent: run.progress })}
          />
        ) : null}
        <div className={styles.runMessage}>
          {isRunning(run) ? (run.step ?? run.detail) : isData(run.message) ? t('run.data') : run.detail}
          {keepsRejected(run) ? (
            <>
              {' '}
              <RejectedLink />
            </>
          ) : null}
        </div>
        <div className={styles.soft}>
          {formats.moment(run.started ?? run.submitted, { seconds: true })}
          {run.user === null ? '' : ` · ${run.user}`}
          {run.finished === null || run.started === null
            ? ''
            : ` · ${formats.duration(secondsOf(run, formats))}`}
        </div>
      </div>
      {run.finished === null ? <CancelButton run={run} compact icon={<IconPlayerStop size={16} />} /> : null}
    </li>
  )
}

function StepOf(group: { readonly scenario: string; readonly id: number }) {
  const { t } = useTranslation('execute')
  return (
    <Badge size="xs" variant="light">
      {t('runs.stepOf', { title: useRunTitle(group) })}
    </Badge>
  )
}
