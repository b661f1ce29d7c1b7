/**
 * What happens to one run while it happens, with its log, as the service sends it. The stream opens again by itself when
 * it breaks; the service goes on where it was. For the runs of all scenarios without their logs see `task-stream.ts`.
 */
import type { QueryClient } from '@tanstack/react-query'
import { addressOfPath } from './base-path.ts'
import { scenarioPath, withQuery } from './paths.ts'
import { hasEnded, type Run, runQuery, runsKey, runsOf } from './tasks.ts'

export interface RunListener {
  onRun(run: Run): void
  /** A line of its log. */
  onLine(line: string): void
  /** The log is told from its begin again. */
  onBegin(): void
}

/** Milliseconds until a stream that was refused is tried again. */
const reconnectDelayMs = 3_000

/** Ends what it began with the returned function. */
export function listenToRun(scenario: string, id: number, listener: RunListener): () => void {
  const address = withQuery(scenarioPath(scenario, '/execute/api/events/'), { id })
  let ended = false
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = (): void => {
    const stream = new EventSource(addressOfPath(address))
    source = stream
    listener.onBegin()
    stream.addEventListener('error', () => {
      // The stream of a run ends with it, which to a browser looks like a fault.
      if (ended) stream.close()
      // What was refused is not opened again by the browser: the session has ended, or the service is restarting.
      else if (stream.readyState === EventSource.CLOSED) timer = setTimeout(open, reconnectDelayMs)
    })
    stream.addEventListener('task', ({ data }: MessageEvent<string>) => {
      for (const run of runsOf(JSON.parse(data))) {
        ended = hasEnded(run)
        listener.onRun(run)
      }
    })
    stream.addEventListener('log', ({ data }: MessageEvent<string>) =>
      listener.onLine(String(JSON.parse(data))),
    )
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
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

/** What a task does not change, or what somebody is in the midst of. */
const kept: ReadonlySet<unknown> = new Set(['runs', 'tasks', 'meta', 'menu', 'import', 'report'])

/** Reads again what is on the screen of a scenario in which a task has ended: it may have changed anything. */
export const refreshAfter = (client: QueryClient, run: Run): void => refreshScenario(client, run.scenario)

/** Reads again what screens show of a scenario whose data or plan has changed. */
export function refreshScenario(client: QueryClient, scenario: string): void {
  void client.invalidateQueries({
    // A comparison is about two scenarios.
    predicate: ({ queryKey: [kind, ...about] }) => about.includes(scenario) && !kept.has(kind),
  })
}
