/**
 * Which of the tasks of the first hour the user has done. Each is a stored value of its own, so that two
 * windows do not overwrite each other.
 */
import { queryOptions } from '@tanstack/react-query'
import { call } from './endpoints.ts'
import { queryClient } from './query-client.ts'
import { type FirstTask, firstTasks } from '../first-tasks.ts'

export interface FirstHour {
  readonly done: ReadonlySet<FirstTask>
  /** Whether the user has dismissed the tasks. */
  readonly hidden: boolean
}

const prefix = 'first-hour:'

export const firstHourQuery = queryOptions({
  queryKey: ['first hour'],
  queryFn: async ({ signal }): Promise<FirstHour> => {
    const stored = await call('GET /api/me/preferences/', { query: { prefix } }, { signal })
    const isSet = (name: string): boolean => stored[prefix + name] === true
    return { done: new Set(firstTasks.filter(isSet)), hidden: isSet('hidden') }
  },
  staleTime: Infinity,
  retry: 1,
})

const store = (name: string, value: boolean): Promise<unknown> =>
  call('PUT /api/me/preferences/{name}/', { path: { name: prefix + name }, body: value })

/** Stores that the user has done a task. Does nothing if it is known, or if the user has dismissed the tasks. */
export function noteDone(task: FirstTask): void {
  const note = async (): Promise<void> => {
    const { done, hidden } = await queryClient.ensureQueryData(firstHourQuery)
    if (hidden || done.has(task)) return
    queryClient.setQueryData(firstHourQuery.queryKey, { hidden, done: new Set([...done, task]) })
    await store(task, true)
  }
  // A failure is ignored, because it must not interrupt the work that the task is about.
  void note().catch(() => undefined)
}

/** Dismisses the tasks, or offers them again. Throws `ApiError`. */
export async function hideFirstHour(hidden: boolean): Promise<void> {
  const known = await queryClient.ensureQueryData(firstHourQuery)
  await store('hidden', hidden)
  queryClient.setQueryData(firstHourQuery.queryKey, { ...known, hidden })
}
