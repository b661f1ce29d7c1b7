/** Listens to tasks while the shell is there, and tells the user how those have ended that the user launched. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/me.ts'
import { listenToActivity, onRunEnd } from '../../api/task-stream.ts'
import { type Run, tasksQuery } from '../../api/tasks.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { announce } from '../../components/live-region.tsx'
import { toastDone, toastFailed } from '../../components/toasts.ts'
import { runNotice } from './run-notice.tsx'

export function useActivityNotices(): void {
  const { t } = useTranslation('shell')
  const { username, preferences, scenarios } = useMe()
  const anywhere = scenarios.length > 0
  const { history } = useRouter()
  const client = useQueryClient()
  const scenario = useScenario()
  /** What a task is called; one that the user may not launch keeps its name. */
  const titleOf = async (name: string): Promise<string> => {
    if (!scenario.open) return name
    const tasks = await client.ensureQueryData(tasksQuery(scenario.name)).catch(() => [])
    return tasks.find((task) => task.name === name)?.title.replace(/\.$/, '') ?? name
  }
  const tell = useEffectEvent(async (run: Run) => {
    // Steps of a group end with it; and only the tab in sight speaks.
    if (run.user !== username || run.parent !== null || document.hidden) return
    // Its result is read by the screen that asked for it.
    if (run.name === 'scenario_compare' && run.arguments?.includes('--format=json') === true) return
    const path = `/app/${encodeURIComponent(run.scenario)}/execute/runs/${run.id}`
    const title = t(`activity.told.${run.status}`, { name: await titleOf(run.name) })
    announce(title)
    if (preferences.notices === 'none' || (preferences.notices === 'failures' && run.status !== 'Failed'))
      return
    // Whoever looks at the run sees it.
    if (history.location.pathname.startsWith(path)) return
    const message = runNotice(run.message ?? '', t('activity.show'), () => history.push(path))
    if (run.status === 'Failed') toastFailed({ id: `run ${run.id}`, title, message })
    else toastDone({ id: `run ${run.id}`, title, message })
  })
  useEffect(() => {
    // Whoever may open no scenario may see no run.
    if (!anywhere) return undefined
    const stop = listenToActivity()
    const forget = onRunEnd((run) => void tell(run))
    return () => {
      forget()
      stop()
    }
  }, [anywhere])
}
