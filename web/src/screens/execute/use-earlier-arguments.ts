/** Loads the arguments of an earlier run to prefill a form. Secrets are never recorded. */
import { useQuery } from '@tanstack/react-query'
import { runQuery, type Task } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import type { FormValues } from './form-values.ts'
import { parseArguments } from './recorded-arguments.ts'

/** Returns undefined until they are loaded. */
export function useEarlierArguments(task: Task, id: number | undefined): FormValues | undefined {
  const { name } = useScenario()
  const { data, isPending } = useQuery({ ...runQuery(name, id ?? 0), enabled: id !== undefined })
  if (id === undefined) return {}
  if (isPending) return undefined
  return data?.name === task.name ? parseArguments(task, data.arguments ?? '') : {}
}
