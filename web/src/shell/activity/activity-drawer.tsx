/** List of running tasks with progress in all scenarios that the user may see, and of tasks that ended recently. */
import { titleOf } from '../../platform/task-titles.ts'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { hasEnded, type Run, runsQuery, tasksQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { runHref } from '../../platform/run-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from './activity.module.css'
import { useActivity } from './use-activity.ts'
import { DrawerDialog } from '../../ui/dialog.tsx'

const tones: Readonly<Record<string, Tone>> = {
  Done: 'ok',
  Failed: 'bad',
  Canceled: 'off',
  Waiting: 'waiting',
}
const shownEnded = 12

export function ActivityDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('shell')
  const scenario = useScenario()
  const { runs } = useActivity()
  const { data: latest = [] } = useQuery({
    ...runsQuery(scenario.name, { limit: shownEnded }),
    enabled: scenario.open,
  })
  const { data: tasks = [] } = useQuery({ ...tasksQuery(scenario.name), enabled: scenario.open })
  const titles = new Map(tasks.map(({ name, title }) => [name, titleOf(title)]))
  const running = runs.filter((run) => !hasEnded(run))
  const known = new Map([...latest, ...runs].filter(hasEnded).map((run) => [run.id, run]))
  const ended = [...known.values()].toSorted((one, other) => other.id - one.id).slice(0, shownEnded)
  const entry = (run: Run) => (
    <Entry key={run.id} run={run} title={titles.get(run.name) ?? run.name} onClose={onClose} />
  )
  return (
    <DrawerDialog
      onClose={onClose}
      position="right"
      size={380}
      title={t('activity.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <h3 className={styles.heading}>{t('activity.running')}</h3>
      {running.length === 0 ? (
        <p className={styles.none}>{t('activity.idle')}</p>
      ) : (
        <ul className={styles.list}>{running.map(entry)}</ul>
      )}
      <h3 className={styles.heading}>{t('activity.ended')}</h3>
      {ended.length === 0 ? (
        <p className={styles.none}>{t('activity.nothing')}</p>
      ) : (
        <ul className={styles.list}>{ended.map(entry)}</ul>
      )}
      {scenario.open ? (
        <ScreenLink to={`/app/${encodeURIComponent(scenario.name)}/execute`} onClick={onClose}>
          {t('activity.all')}
        </ScreenLink>
      ) : null}
    </DrawerDialog>
  )
}

interface EntryProps {
  readonly run: Run
  readonly title: string
  readonly onClose: () => void
}

function Entry({ run, title, onClose }: EntryProps) {
  const { t } = useTranslation('shell')
  const formats = useFormats()
  const { scenarios } = useMe()
  const ended = hasEnded(run)
  const waiting = run.status === 'Waiting'
  const label = scenarios.find(({ name }) => name === run.scenario)?.label ?? run.scenario
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <ScreenLink to={runHref(run.scenario, run.id)} className={styles.name} onClick={onClose}>
          {title}
        </ScreenLink>
        {ended || waiting ? (
          <StatusBadge tone={tones[run.status] ?? 'neutral'}>
            {t(`activity.status.${run.status}`)}
          </StatusBadge>
        ) : (
          <span className={styles.percent}>{formats.percent(run.progress / 100)}</span>
        )}
      </div>
      {ended || waiting ? null : (
        <Progress value={run.progress} size={6} aria-label={t('activity.progress', { title })} />
      )}
      <div className={styles.facts}>
        <span>{label}</span>
        {run.user === null ? null : <span>{run.user}</span>}
        <RelativeTime at={run.finished ?? run.started ?? run.submitted} />
      </div>
      {run.status === 'Failed' && run.detail !== null ? <p className={styles.message}>{run.detail}</p> : null}
      {!ended && run.step !== null ? <p className={styles.step}>{run.step}</p> : null}
    </li>
  )
}
