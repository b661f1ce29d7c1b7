/** Execution screen: current and past runs, and all tasks with their forms. */
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Task, tasksQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useActivity } from '../../shell/activity/use-activity.ts'
import { RunList } from './run-list.tsx'
import type { ExecuteSearch } from './execute-search.ts'
import { TaskCatalogue } from './task-catalogue.tsx'
import { TaskDrawer } from './task-drawer.tsx'
import { WorkerBadge } from './worker-badge.tsx'
import styles from './execute.module.css'

export function ExecuteScreen() {
  const { t } = useTranslation('execute')
  const scenario = useScenario()
  const search: ExecuteSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { data: tasks } = useSuspenseQuery(tasksQuery(scenario.name))
  const { connected } = useActivity()
  const open = (changes: ExecuteSearch, ignoreBlocker = false): void => {
    void navigate({
      ignoreBlocker,
      to: '/app/$scenario/execute',
      params: { scenario: scenario.name },
      search: { ...(search.status === undefined ? {} : { status: search.status }), ...changes },
    })
  }
  const chosen = tasks.find(({ name }) => name === search.task)
  const plan = tasks.find(({ name }) => name === 'runplan')
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/run-tasks"
        aside={<WorkerBadge connected={connected} />}
        actions={
          plan === undefined ? undefined : (
            <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => open({ task: plan.name })}>
              {t('plan')}
            </Button>
          )
        }
      />
      <div className={styles.columns}>
        <RunList
          status={search.status}
          onStatus={(status) => {
            void navigate({
              to: '/app/$scenario/execute',
              params: { scenario: scenario.name },
              search: status === undefined ? {} : { status },
              replace: true,
            })
          }}
        />
        <TaskCatalogue tasks={tasks} onChoose={(task: Task) => open({ task: task.name })} />
      </div>
      {chosen === undefined ? null : (
        <TaskDrawer
          key={`${chosen.name} ${search.from ?? ''}`}
          task={chosen}
          from={search.from}
          onClose={() => open({}, true)}
        />
      )}
    </>
  )
}
