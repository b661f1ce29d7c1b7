/** Runs of a group with their results. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { runsQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { runHref } from '../../platform/run-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { RunStatus } from '../execute/run-status.tsx'
import { secondsOf } from '../execute/times.ts'
import styles from './schedules.module.css'

export function ScheduleRuns({ name }: { readonly name: string }) {
  const { t } = useTranslation('schedules')
  const formats = useFormats()
  const scenario = useScenario()
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
              <ScreenLink to={runHref(scenario.name, run.id)}>#{run.id}</ScreenLink>
              <span>{formats.moment(run.started ?? run.submitted, { seconds: true })}</span>
              <span className={styles.soft}>{formats.duration(secondsOf(run, formats))}</span>
              <span className={styles.message}>{run.detail}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
