/** One run: progress, log, arguments, steps and files. */
import { Alert, Button, Group, Progress } from '@mantine/core'
import { IconDownload, IconHistory, IconPlayerStop, IconRepeat } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useMe } from '../../platform/api/me.ts'
import { keepRun } from '../../platform/api/run-events.ts'
import { hasEnded, isRunning, type Run, runQuery, tasksQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { announce } from '../../ui/live-region.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RunLink } from '../../ui/run-title.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { isData } from './result-data.ts'
import { CancelButton } from './cancel-button.tsx'
import { LogView } from './log-view.tsx'
import { RunResult } from './run-result.tsx'
import { RunStatus } from './run-status.tsx'
import { RunSteps } from './run-steps.tsx'
import { runHref } from '../../platform/run-href.ts'
import { runTitle, useTaskTitles } from '../../platform/task-titles.ts'
import { secondsOf } from './times.ts'
import { useRunLog } from './use-run-log.ts'
import styles from './execute.module.css'

export function RunScreen() {
  const { id: given = '' } = useParams({ strict: false })
  const id = Number(given)
  const { t } = useTranslation('execute')
  const scenario = useScenario()
  const found = useQuery(runQuery(scenario.name, id))
  const crumbs = [{ label: t('title'), to: `/app/${encodeURIComponent(scenario.name)}/execute` }]
  if (found.data === undefined) {
    return (
      <>
        <PageHeader title={t('run.number', { id: given })} crumbs={crumbs} help="how-to/run-tasks" />
        <QueryView query={found}>{() => null}</QueryView>
      </>
    )
  }
  return <QueryView query={found}>{(run) => <OneRun key={id} run={run} crumbs={crumbs} />}</QueryView>
}

interface OneRunProps {
  readonly run: Run
  readonly crumbs: readonly { readonly label: string; readonly to: string }[]
}

/** Opens a run in the scenario that it belongs to, because its actions apply to that one. */
function useOwnScenario({ scenario, id }: Run): void {
  const { name } = useScenario()
  const { history } = useRouter()
  useEffect(() => {
    if (scenario !== name) history.replace(runHref(scenario, id))
  }, [history, scenario, id, name])
}

function OneRun({ run, crumbs }: OneRunProps) {
  useOwnScenario(run)
  const { t } = useTranslation('execute')
  const client = useQueryClient()
  const scenario = useScenario()
  const titles = useTaskTitles(scenario.name)
  const { data: tasks = [] } = useQuery(tasksQuery(scenario.name))
  const log = useRunLog(run, (changed) => keepRun(client, scenario.name, changed))
  const title = runTitle(titles, run)
  const again = tasks.some(({ name }) => name === run.name)
  const data = isData(run.message)
  const words = data ? t('run.data') : run.detail
  const ending = hasEnded(run) ? `${title}: ${t(`status.${run.status}`)}. ${words ?? ''}` : undefined
  const [opened] = useState(hasEnded(run))
  useEffect(() => {
    if (ending !== undefined && !opened) announce(ending)
  }, [ending, opened])
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  return (
    <>
      <PageHeader
        title={`${title} #${run.id}`}
        crumbs={crumbs}
        help={`tasks/${run.name}`}
        aside={<RunStatus run={run} />}
        actions={
          <Group gap="xs">
            {run.logfile === null || !hasEnded(run) ? null : (
              <Button
                variant="default"
                component="a"
                href={addressOfPath(scenario.path(`/execute/logdownload/${run.id}/`))}
                leftSection={<IconDownload size={16} />}
              >
                {t('run.download')}
              </Button>
            )}
            {hasEnded(run) && scenario.may('common.view_comment') ? (
              <Button
                variant="default"
                component={ScreenLink}
                to={withQuery('/app/audit', { scenario: scenario.name, task: run.id })}
                leftSection={<IconHistory size={16} />}
              >
                {t('run.changes')}
              </Button>
            ) : null}
            {again ? (
              <Button
                variant="default"
                component={ScreenLink}
                to={`${base}?task=${encodeURIComponent(run.name)}&from=${run.id}`}
                leftSection={<IconRepeat size={16} />}
              >
                {t('run.again')}
              </Button>
            ) : null}
            {hasEnded(run) ? null : <CancelButton run={run} icon={<IconPlayerStop size={16} />} />}
          </Group>
        }
      />
      <div className={styles.runPage}>
        {isRunning(run) ? (
          <div>
            <Progress
              value={run.progress}
              size="lg"
              aria-label={t('run.progress', { percent: run.progress })}
            />
            <p className={styles.soft}>{run.step ?? ''}</p>
          </div>
        ) : null}
        {words === null ? null : (
          <Alert
            color={run.status === 'Failed' ? 'red' : run.status === 'Done' ? 'petrol' : 'gray'}
            title={t(run.status === 'Failed' ? 'run.failed' : 'run.result')}
          >
            <RunResult run={run} words={words} />
            {data ? (
              <details className={styles.data}>
                <summary>{t('run.showData')}</summary>
                <code>{run.message}</code>
              </details>
            ) : null}
          </Alert>
        )}
        <Facts run={run} />
        <RunSteps parent={run} />
        <LogView log={log} running={!hasEnded(run)} />
      </div>
    </>
  )
}

function Facts({ run }: { readonly run: Run }) {
  const { t } = useTranslation('execute')
  const formats = useFormats()
  const { scenarios } = useMe()
  const moment = (time: string): string => formats.moment(time, { seconds: true })
  const facts: readonly (readonly [string, string | null])[] = [
    [t('run.task'), run.name],
    [t('run.arguments'), run.arguments === '' ? null : run.arguments],
    [t('run.user'), run.user],
    [t('run.scenario'), scenarios.find(({ name }) => name === run.scenario)?.label ?? run.scenario],
    [t('run.submitted'), moment(run.submitted)],
    [t('run.started'), run.started === null ? null : moment(run.started)],
    [t('run.finished'), run.finished === null ? null : moment(run.finished)],
    [
      t('run.duration'),
      run.started === null || run.finished === null ? null : formats.duration(secondsOf(run, formats)),
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
      {run.parent === null ? null : (
        <div>
          <dt>{t('run.partOf')}</dt>
          <dd>
            <RunLink scenario={run.scenario} id={run.parent} />
          </dd>
        </div>
      )}
    </dl>
  )
}
