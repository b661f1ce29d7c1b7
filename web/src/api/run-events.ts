/**
 * What happens to runs while it happens, as the service sends it. The stream opens again by itself when it breaks; the
 * service goes on where it was.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { scenarioPath, withQuery } from './paths.ts'
import { hasEnded, type Run, runQuery, runsKey, runsOf } from './tasks.ts'

export interface RunListener {
  onRun?(run: Run): void
  /** A line of the log of the run that is listened to. */
  onLine?(line: string): void
  /** Whether the stream is open. */
  onConnected?(connected: boolean): void
}

/** Listens to one run, or to all of a scenario that the user may see. Ends what it began with the returned function. */
export function listenToRuns(scenario: string, id: number | undefined, listener: RunListener): () => void {
  const source = new EventSource(withQuery(scenarioPath(scenario, '/execute/api/events/'), { id }))
  let ended = false
  source.addEventListener('open', () => listener.onConnected?.(true))
  source.addEventListener('error', () => {
    // The stream of a run ends with it, which to a browser looks like a fault.
    if (ended) source.close()
    else listener.onConnected?.(false)
  })
  source.addEventListener('task', ({ data }: MessageEvent<string>) => {
    for (const run of runsOf(JSON.parse(data))) {
      ended = id !== undefined && hasEnded(run)
      listener.onRun?.(run)
    }
  })
  source.addEventListener('log', ({ data }: MessageEvent<string>) =>
    listener.onLine?.(String(JSON.parse(data))),
  )
  return () => source.close()
}

/** Puts a run where screens read it: into its own record, and into the lists that hold it or that it is new to. */
export function keepRun(client: QueryClient, scenario: string, run: Run): void {
  client.setQueryData(runQuery(scenario, run.id).queryKey, run)
  let known = false
  client.setQueriesData<readonly Run[]>({ queryKey: runsKey(scenario) }, (runs) => {
    if (runs?.some(({ id }) => id === run.id) !== true) return runs
    known = true
    return runs.map((one) => (one.id === run.id ? run : one))
  })
  if (!known || hasEnded(run)) void client.invalidateQueries({ queryKey: runsKey(scenario) })
}

/** Keeps the runs of a scenario up to date as long as the screen is shown. */
export function useRunEvents(scenario: string, listener: RunListener = {}): void {
  const client = useQueryClient()
  const onRun = useEffectEvent((run: Run) => {
    keepRun(client, scenario, run)
    listener.onRun?.(run)
  })
  const onConnected = useEffectEvent((connected: boolean) => listener.onConnected?.(connected))
  useEffect(() => listenToRuns(scenario, undefined, { onRun, onConnected }), [scenario])
}
