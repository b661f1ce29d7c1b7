/**
 * Listens to task events while the shell is open, and notifies the user of the result of tasks that the user
 * launched.
 */
import { titleOf } from '../../platform/task-titles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { listenToActivity, onRunEnd } from '../../platform/api/task-stream.ts'
import { type Run, tasksQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { announce } from '../../ui/live-region.tsx'
import { toastDone, toastFailed } from '../../ui/toasts.ts'
import { runAction } from '../../ui/run-notice.tsx'

export function useActivityNotices(): void {
  const { t } = useTranslation('shell')
  const { username, preferences, scenarios } = useMe()
  const anywhere = scenarios.length > 0
  const { history } = useRouter()
  const client = useQueryClient()
  const scenario = useScenario()
  /** Returns the title of a task; its name if the user may not launch it. */
  const titleOfTask = async (name: string): Promise<string> => {
    if (!scenario.open) return name
    const tasks = await client.ensureQueryData(tasksQuery(scenario.name)).catch(() => [])
    return titleOf(tasks.find((task) => task.name === name)?.title ?? name)
  }
  const tell = useEffectEvent(async (run: Run) => {
    // Steps of a group are not reported individually, and only the visible browser tab shows notices.
    if (run.user !== username || run.parent !== null || document.hidden) return
    // The screen that launched the comparison reads its result.
    if (run.name === 'scenario_compare' && run.arguments?.includes('--format=json') === true) return
    const path = `/app/${encodeURIComponent(run.scenario)}/execute/runs/${run.id}`
    const title = t(`activity.told.${run.status}`, { name: await titleOfTask(run.name) })
    announce(title)
    if (preferences.notices === 'none' || (preferences.notices === 'failures' && run.status !== 'Failed'))
      return
    // The screen of the run already shows the result.
    if (history.location.pathname.startsWith(path)) return
    const toast = {
      id: `run ${run.id}`,
      title,
      message: run.detail ?? '',
      action: runAction(t('activity.show'), () => history.push(path)),
      inBackground: true,
    }
    if (run.status === 'Failed') toastFailed(toast)
    else toastDone(toast)
  })
  useEffect(() => {
    // A user without scenarios may not see any run.
    if (!anywhere) return undefined
    const stop = listenToActivity()
    const forget = onRunEnd((run) => void tell(run))
    return () => {
      forget()
      stop()
    }
  }, [anywhere])
}
