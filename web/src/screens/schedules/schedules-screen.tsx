/** The groups of a scenario with steps, next start and last result. */
import { Button, Switch, Table } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  changeSchedule,
  draftOf,
  type Schedule,
  schedulesKey,
  schedulesQuery,
} from '../../platform/api/schedules.ts'
import { runsQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { runTitle, useTaskTitles } from '../../platform/task-titles.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { toastError } from '../../ui/toasts.ts'
import { RunStatus } from '../execute/run-status.tsx'
import { RunNowButton } from './run-now-button.tsx'
import styles from './schedules.module.css'

export function SchedulesScreen() {
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  const found = useQuery(schedulesQuery(scenario.name))
  const add = scenario.may('execute.add_scheduledtask') ? (
    <Button component={ScreenLink} to={`${base}/new-group`} leftSection={<IconPlus size={16} />}>
      {t('add')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader
        title={t('title')}
        crumbs={[{ label: t('execute:title'), to: base }]}
        help="tasks/scheduletasks"
        actions={add}
      />
      <QueryView query={found}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState title={t('none')} actions={add}>
              {t('noneHint')}
            </EmptyState>
          ) : (
            <Table.ScrollContainer minWidth={680} className={styles.page}>
              <Table verticalSpacing="sm" className={styles.table}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('column.name')}</Table.Th>
                    <Table.Th>{t('column.next')}</Table.Th>
                    <Table.Th>{t('column.last')}</Table.Th>
                    <Table.Th>{t('column.enabled')}</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.map((schedule) => (
                    <ScheduleRow key={schedule.id} schedule={schedule} base={base} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </QueryView>
    </>
  )
}

function ScheduleRow({ schedule, base }: { readonly schedule: Schedule; readonly base: string }) {
  const { t } = useTranslation('schedules')
  const formats = useFormats()
  const scenario = useScenario()
  const client = useQueryClient()
  const titles = useTaskTitles(scenario.name)
  const { data: runs = [] } = useQuery(runsQuery(scenario.name, { schedule: schedule.name, limit: 1 }))
  const { mutate } = useMutation({
    mutationFn: (enabled: boolean) => {
      const stored = draftOf(schedule)
      return changeSchedule(scenario.name, schedule.id, stored, { ...stored, enabled })
    },
    onSettled: () => client.invalidateQueries({ queryKey: schedulesKey(scenario.name) }),
    onError: (error) => toastError(error, t('notSaved')),
  })
  const [last] = runs
  return (
    <Table.Tr>
      <Table.Td>
        <ScreenLink className={styles.name} to={`${base}/groups/${encodeURIComponent(schedule.name)}`}>
          {schedule.name}
        </ScreenLink>
        <div className={styles.soft}>
          {schedule.steps.map(({ task }) => runTitle(titles, { name: task })).join(' → ')}
        </div>
      </Table.Td>
      <Table.Td>{schedule.next_run === null ? t('byHand') : formats.moment(schedule.next_run)}</Table.Td>
      <Table.Td>
        {last === undefined ? (
          <span className={styles.soft}>{t('never')}</span>
        ) : (
          <ScreenLink className={styles.plain} to={`${base}/runs/${last.id}`}>
            <RunStatus run={last} />
          </ScreenLink>
        )}
      </Table.Td>
      <Table.Td>
        <Switch
          checked={schedule.enabled}
          disabled={!scenario.may('execute.change_scheduledtask')}
          aria-label={t('enable', { name: schedule.name })}
          onChange={({ currentTarget }) => mutate(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <RunNowButton name={schedule.name} />
      </Table.Td>
    </Table.Tr>
  )
}
