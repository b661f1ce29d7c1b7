/**
 * Title of a run in references from other records: the name of its group or the title of its task; the run number
 * while it is unknown.
 */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { runQuery } from '../platform/api/tasks.ts'
import { runHref } from '../platform/run-href.ts'
import { groupName, runTitle, useTaskTitles } from '../platform/task-titles.ts'
import { ScreenLink } from './screen-link.tsx'

interface RunProps {
  readonly scenario: string
  readonly id: number
}

/** Returns the title of a run. */
export function useRunTitle({ scenario, id }: RunProps): string {
  const { t } = useTranslation('execute')
  const titles = useTaskTitles(scenario)
  const run = useQuery({ ...runQuery(scenario, id), retry: false, staleTime: Infinity }).data
  return run === undefined ? t('run.number', { id }) : (groupName(run) ?? runTitle(titles, run))
}

/** Link to the run. */
export function RunLink(run: RunProps) {
  return (
    <ScreenLink to={runHref(run.scenario, run.id)} title={`#${run.id}`}>
      {useRunTitle(run)}
    </ScreenLink>
  )
}
