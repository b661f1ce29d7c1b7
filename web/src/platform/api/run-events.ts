/**
 * Receives the events of one run with its log from the service. `task-stream.ts` receives the runs of all scenarios
 * without their logs.
 */
import type { QueryClient } from '@tanstack/react-query'
import { listenToEvents } from './event-stream.ts'
import { scenarioPath } from './paths.ts'
import { hasEnded, type Run, runQuery, runsKey, runsOf } from './tasks.ts'

export interface RunListener {
  onRun(run: Run): void
  /** Called with each line of the log. */
  onLine(line: string): void
  /** Called before the log is sent from its start. */
  onBegin(): void
}

/** Listens to a run. The returned function stops listening. */
export function listenToRun(scenario: string, id: number, listener: RunListener): () => void {
  let ended = false
  listener.onBegin()
  return listenToEvents(
    scenarioPath(scenario, '/execute/api/events/'),
    { id },
    {
      events: {
        task: (data) => {
          for (const run of runsOf(JSON.parse(data))) {
            ended = hasEnded(run)
            listener.onRun(run)
          }
        },
        log: (data) => listener.onLine(String(JSON.parse(data))),
      },
      // The stream of a run ends with the run.
      onEnd: () => !ended,
    },
  )
}

/**
 * Updates a run in the cache: its own record, and the lists that contain it or that must be read again to contain it.
 */
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

/** Returns whether a list contains a run in progress. */
const isInProgress = (runs: unknown): boolean =>
  Array.isArray(runs) && runs.some((run: Run) => !hasEnded(run))

/**
 * Reads lists of runs again after the stream of events was connected, because the stream does not tell what has ended
 * before. When it is connected for the first time, only lists that are being read or have a run in progress can be old.
 */
export function refreshRuns(client: QueryClient, isFirst: boolean): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [kind], state }) =>
      kind === 'runs' && (!isFirst || state.fetchStatus === 'fetching' || isInProgress(state.data)),
  })
}

/** Kinds of queries that a task does not change, or that hold unfinished work of the user. */
const kept: ReadonlySet<unknown> = new Set(['runs', 'tasks', 'meta', 'menu', 'import', 'report'])

/** Reads the data of a scenario again after a task has ended in it, because the task may have changed anything. */
export const refreshAfter = (client: QueryClient, run: Run): void => refreshScenario(client, run.scenario)

/** Reads the displayed data of a scenario again after its data or plan has changed. */
export function refreshScenario(client: QueryClient, scenario: string): void {
  void client.invalidateQueries({
    // A comparison refers to two scenarios.
    predicate: ({ queryKey: [kind, ...about] }) => about.includes(scenario) && !kept.has(kind),
  })
}
