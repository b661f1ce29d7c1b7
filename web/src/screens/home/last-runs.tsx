/** The most recent runs with their results. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { remedyOf } from '../../../../src/model/decision-origin.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { type StoredPlan, storedPlanQuery } from '../../platform/api/plan-history.ts'
import { runsQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { RunStatus } from '../execute/run-status.tsx'
import { runTitle, useTaskTitles } from '../../platform/task-titles.ts'
import { Card } from './card.tsx'
import styles from './home.module.css'

export function LastRuns() {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const titles = useTaskTitles(scenario.name)
  const query = useQuery(runsQuery(scenario.name, { limit: 8 }))
  const { data = [] } = query
  const { data: stored } = useQuery({ ...storedPlanQuery(scenario.name), enabled: useMayViewPlan() })
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  return (
    <Card
      title={t('runs.title')}
      to={base}
      query={query}
      note={isAccepted(stored) ? <AcceptedChange plan={stored} /> : undefined}
      empty={data.length === 0 ? t('runs.none') : undefined}
    >
      <ul className={styles.lines}>
        {data.map((run) => (
          <li key={run.id}>
            <RunStatus run={run} />
            <ScreenLink to={`${base}/runs/${run.id}`}>{runTitle(titles, run)}</ScreenLink>
            <span className={styles.soft}>{formats.moment(run.started ?? run.submitted)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Returns whether a plan was stored by accepting a change, which is no run. */
const isAccepted = (plan: StoredPlan | null | undefined): plan is StoredPlan =>
  plan !== null && plan !== undefined && plan.origin !== 'runplan'

function AcceptedChange({ plan: { origin, time, user } }: { readonly plan: StoredPlan }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const remedy = remedyOf(origin)
  return (
    <>
      <ScreenLink to={withQuery('/app/audit', { scenario: scenario.name, after: time })}>
        {remedy === undefined ? t('runs.accepted') : t('runs.remedy', { order: remedy.order })}
      </ScreenLink>{' '}
      {[user, formats.moment(time)].filter(Boolean).join(' · ')}
    </>
  )
}
