/** One group of the address, or a new one. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Schedule, schedulesQuery } from '../../platform/api/schedules.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScheduleForm } from './schedule-form.tsx'

export function ScheduleScreen() {
  const { name } = useParams({ strict: false })
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  const crumbs = [
    { label: t('execute:title'), to: base },
    { label: t('title'), to: `${base}/groups` },
  ]
  return name === undefined ? (
    <ScheduleForm schedule={undefined} crumbs={crumbs} />
  ) : (
    <StoredSchedule key={name} name={name} crumbs={crumbs} />
  )
}

interface StoredScheduleProps {
  readonly name: string
  readonly crumbs: readonly { readonly label: string; readonly to: string }[]
}

function StoredSchedule({ name, crumbs }: StoredScheduleProps) {
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const answer = useQuery(schedulesQuery(scenario.name))
  // The group that had the name at first, as it was last: others may rename or delete it while its form is filled in.
  const [opened, setOpened] = useState<Schedule>()
  const found =
    answer.data?.find((one) => (opened === undefined ? one.name === name : one.id === opened.id)) ?? opened
  if (found !== opened) setOpened(found)
  if (found !== undefined) return <ScheduleForm schedule={found} crumbs={crumbs} />
  return (
    <>
      <PageHeader title={name} crumbs={crumbs} help="tasks/scheduletasks" />
      <QueryView query={answer}>
        {() => <EmptyState title={t('unknown', { name })}>{t('unknownHint')}</EmptyState>}
      </QueryView>
    </>
  )
}
