/**
 * Receives events of the runs of all scenarios that the user may see. Browsers limit the number of connections to a
 * host; therefore only one tab listens and forwards the events to the others.
 */
import { createSignal } from '../signal.ts'
import { nameHere } from './base-path.ts'
import { listenToEvents } from './event-stream.ts'
import { queryClient } from './query-client.ts'
import { keepRun, refreshAfter, refreshRuns } from './run-events.ts'
import { hasEnded, type Run, runsOf } from './tasks.ts'

export interface Activity {
  /** Runs in progress and runs that ended while the page was open, newest first. */
  readonly runs: readonly Run[]
  /** Whether the event stream is connected. */
  readonly connected: boolean
}

type Message =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'connected'; readonly connected: boolean }
  | { readonly kind: 'hello' }

const name = nameHere('planning-tasks')
/** Maximum number of ended runs in the list. */
const remembered = 20

export const activity = createSignal<Activity>({ runs: [], connected: true })
const endListeners = new Set<(run: Run) => void>()

/** Registers a listener for every run that ends while this page is open; returns a function that removes it. */
export function onRunEnd(listener: (run: Run) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

const become = (next: Partial<Activity>): void => activity.set({ ...activity.get(), ...next })

function take(run: Run): void {
  const before = activity.get().runs.find(({ id }) => id === run.id)
  const others = activity.get().runs.filter(({ id }) => id !== run.id)
  const sorted = [run, ...others].toSorted((one, other) => other.id - one.id)
  const ended = new Set(sorted.filter(hasEnded).slice(0, remembered))
  become({ runs: sorted.filter((one) => !hasEnded(one) || ended.has(one)) })
  keepRun(queryClient, run.scenario, run)
  if (!hasEnded(run) || (before !== undefined && hasEnded(before))) return
  refreshAfter(queryClient, run)
  if (before !== undefined) {
    for (const listener of endListeners) listener(run)
  }
}

/** Listens until the returned function is called. */
export function listenToActivity(): () => void {
  const over = new AbortController()
  let isFirst = true
  const note = (connected: boolean): void => {
    become({ connected })
    if (!connected) return
    refreshRuns(queryClient, isFirst)
    isFirst = false
  }
  const channel = new BroadcastChannel(name)
  const tell = (message: Message): void => {
    if (!over.signal.aborted) channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'run') take(data.run)
    else if (data.kind === 'connected') note(data.connected)
    else for (const run of activity.get().runs) tell({ kind: 'run', run })
  })
  tell({ kind: 'hello' })
  const lead = (): Promise<void> =>
    listen(over.signal, (message) => {
      if (message.kind === 'run') take(message.run)
      else if (message.kind === 'connected') note(message.connected)
      tell(message)
    })
  // The Web Locks API requires https. Without it, each tab opens its own stream.
  const locks: LockManager | undefined = isSecureContext ? navigator.locks : undefined
  const leading = locks === undefined ? lead() : locks.request(name, { signal: over.signal }, lead)
  leading.catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  return () => {
    over.abort()
    channel.close()
  }
}

/** Keeps a stream open until the signal aborts it. */
function listen(signal: AbortSignal, tell: (message: Message) => void): Promise<void> {
  return new Promise((resolve) => {
    // The lock may be granted while the page is leaving.
    if (signal.aborted) {
      resolve()
      return
    }
    const stop = listenToEvents(
      '/execute/api/events/',
      { scope: 'all' },
      {
        events: {
          task: (data) => {
            for (const run of runsOf(JSON.parse(data))) tell({ kind: 'run', run })
          },
        },
        onOpen: () => tell({ kind: 'connected', connected: true }),
        onEnd: () => {
          tell({ kind: 'connected', connected: false })
          return true
        },
      },
    )
    signal.addEventListener('abort', () => {
      stop()
      resolve()
    })
  })
}
