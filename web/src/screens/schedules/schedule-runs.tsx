/** What became of the runs of a group. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRunEvents } from '../../api/run-events.ts'
import { runsQuery } from '../../api/tasks.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { ScreenLink } from '../../components/screen-link.tsx'
import { RunStatus } from '../execute/run-status.tsx'
import { durationOf, momentOf } from '../execute/times.ts'
import styles from './schedules.module.css'

export function ScheduleRuns({ name }: { readonly name: string }) {
  const { t, i18n } = useTranslation('schedules')
  const scenario = useScenario()
  useRunEvents(scenario.name)
  const { data: runs = [] } = useQuery(runsQuery(scenario.name, { schedule: name, limit: 20 }))
  return (
    <section className={`${styles.panel} ${styles.history}`}>
      <h2>{t('history')}</h2>
      {runs.length === 0 ? (
        <p className={styles.soft}>{t('neverRun')}</p>
      ) : (
        <ol className={styles.runs}>
          {runs.map((run) => (
            <li key={run.id}>
              <RunStatus run={run} />
              <ScreenLink to={`/app/${encodeURIComponent(scenario.name)}/execute/runs/${run.id}`}>
                #{run.id}
              </ScreenLink>
              <span>{momentOf(run.started ?? run.submitted, i18n.language)}</span>
              <span className={styles.soft}>
                {run.started === null || run.finished === null
                  ? ''
                  : durationOf(run.started, run.finished, i18n.language)}
              </span>
              <span className={styles.message}>{run.message}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
