/** One group of the address, or a new one. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { schedulesQuery } from '../../platform/api/schedules.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** Name of a new group in the address. */
const newName = 'new'

export function ScheduleScreen() {
  const { name = newName } = useParams({ strict: false })
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const answer = useQuery(schedulesQuery(scenario.name))
  const { data } = answer
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  const crumbs = [
    { label: t('execute:title'), to: base },
    { label: t('title'), to: `${base}/groups` },
  ]
  const found = data?.find((schedule) => schedule.name === name)
  if (name === newName || found !== undefined) {
    return <ScheduleForm key={found?.id ?? newName} schedule={found} crumbs={crumbs} />
  }
  return (
    <>
      <PageHeader title={name} crumbs={crumbs} help="tasks/scheduletasks" />
      <QueryView query={answer}>
        {() => <EmptyState title={t('unknown', { name })}>{t('unknownHint')}</EmptyState>}
      </QueryView>
    </>
  )
}
