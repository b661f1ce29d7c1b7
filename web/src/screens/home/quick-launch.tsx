/** Buttons to launch groups of tasks, with last result and next start. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Schedule, schedulesQuery } from '../../platform/api/schedules.ts'
import { runsQuery, tasksQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { RunStatus } from '../execute/run-status.tsx'
import { RunNowButton } from '../schedules/run-now-button.tsx'
import { Card } from './card.tsx'
import styles from './home.module.css'

/** Maximum number of groups; each requests its last run. */
const most = 6

/** Hidden for users who may not run groups. */
export function QuickLaunch() {
  const { t } = useTranslation('home')
  const scenario = useScenario()
  const { data: tasks = [] } = useQuery(tasksQuery(scenario.name))
  const may = scenario.may('execute.view_scheduledtask') && tasks.some(({ name }) => name === 'scheduletasks')
  const query = useQuery({ ...schedulesQuery(scenario.name), enabled: may })
  const { data = [] } = query
  if (!may) return null
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  return (
    <Card
      title={t('groups.title')}
      to={`${base}/groups`}
      query={query}
      empty={data.length === 0 ? t('groups.none') : undefined}
    >
      <ul className={styles.lines}>
        {data.slice(0, most).map((schedule) => (
          <GroupLine key={schedule.id} schedule={schedule} base={base} />
        ))}
      </ul>
    </Card>
  )
}

function GroupLine({ schedule, base }: { readonly schedule: Schedule; readonly base: string }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const { name, next_run: next } = schedule
  const { data: [last] = [] } = useQuery(runsQuery(scenario.name, { schedule: name, limit: 1 }))
  return (
    <li className={styles.launch}>
      <div>
        <ScreenLink to={`${base}/groups/${encodeURIComponent(name)}`}>{name}</ScreenLink>
        <span className={styles.soft}>
          {next === null ? t('schedules:byHand') : t('groups.next', { at: formats.moment(next) })}
        </span>
      </div>
      {last === undefined ? (
        <span className={styles.soft}>{t('schedules:never')}</span>
      ) : (
        <ScreenLink className={styles.plain} to={`${base}/runs/${last.id}`}>
          <RunStatus run={last} />
        </ScreenLink>
      )}
      <RunNowButton name={name} />
    </li>
  )
}
