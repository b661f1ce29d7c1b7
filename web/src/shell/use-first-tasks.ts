/** Notes tasks of the first hour that consist in opening a screen. */
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noteDone } from '../platform/api/first-hour.ts'
import type { FirstTask } from '../platform/first-tasks.ts'
import { useMe } from '../platform/api/me.ts'

/** Tasks by the group of exceptions that the screen shows; any other group, or all, shows what needs a decision. */
const tasksOfGroups: Readonly<Record<string, FirstTask | undefined>> = {
  expedite: 'expedite',
  reschedule: 'expedite',
  excess: 'excess-stock',
  shortage: 'excess-stock',
}

/** Returns the task that opening a screen completes. */
function taskOf(path: string, group: string, scenarioCount: number): FirstTask | undefined {
  if (/^\/app\/[^/]+\/exceptions\/?$/.test(path)) return tasksOfGroups[group] ?? 'exceptions'
  if (/^\/app\/[^/]+\/data\/demand\/[^/]+\/plan\/?$/.test(path)) return 'why-late'
  if (/^\/app\/audit\/?$/.test(path)) return 'changes'
  // A single scenario cannot be compared.
  if (/^\/app\/[^/]+\/reports\/comparison\/?$/.test(path) && scenarioCount > 1) return 'comparison'
  return undefined
}

export function useFirstTasks(): void {
  const { scenarios } = useMe()
  // Selected, so that the frame is not rendered again for every other change of the address.
  const task = useLocation({
    select: ({ pathname, search }) => {
      const group: unknown = search.group
      return taskOf(pathname, typeof group === 'string' ? group : '', scenarios.length)
    },
  })
  useEffect(() => {
    if (task !== undefined) noteDone(task)
  }, [task])
}
