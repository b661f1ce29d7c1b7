/** Loads the arguments of an earlier run to prefill a form. Secrets are never recorded. */
import { useQuery } from '@tanstack/react-query'
import { formerQuery, type Task } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type FormValues, recordedValues } from './form-values.ts'

/** The arguments as a query, which fails if the run cannot be read: its form must not show others in their place. */
export interface EarlierArguments {
  readonly data: FormValues | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

export function useEarlierArguments(task: Task, id: number | undefined): EarlierArguments {
  const { name } = useScenario()
  const { data, error, refetch } = useQuery({ ...formerQuery(name, id ?? 0), enabled: id !== undefined })
  if (id === undefined) return { data: {}, error: null, refetch }
  if (data === undefined) return { data: undefined, error, refetch }
  return {
    data: data.name === task.name ? recordedValues(task, data.parameters) : {},
    error: null,
    refetch,
  }
}
