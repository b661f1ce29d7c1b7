/** A run as it is called where another record names it: its group or the title of its task, its number where it is not known. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { runQuery } from '../api/tasks.ts'
import { groupName, runTitle, useTaskTitles } from '../app/task-titles.ts'
import { ScreenLink } from './screen-link.tsx'

interface RunProps {
  readonly scenario: string
  readonly id: number
}

/** What a run is called. */
export function useRunTitle({ scenario, id }: RunProps): string {
  const { t } = useTranslation('execute')
  const titles = useTaskTitles(scenario)
  const run = useQuery({ ...runQuery(scenario, id), retry: false, staleTime: Infinity }).data
  return run === undefined ? t('run.number', { id }) : (groupName(run) ?? runTitle(titles, run))
}

/** Leads to the run. */
export function RunLink(run: RunProps) {
  return (
    <ScreenLink to={`/app/${encodeURIComponent(run.scenario)}/execute/runs/${run.id}`} title={`#${run.id}`}>
      {useRunTitle(run)}
    </ScreenLink>
  )
}
