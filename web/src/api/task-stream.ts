/**
 * What happens to runs of all scenarios that the user may see, as it happens. A browser keeps few connections to one
 * host, so of all its tabs one listens and tells the others.
 */
import { addressOfPath } from './base-path.ts'
import { queryClient } from './query-client.ts'
import { keepRun, refreshAfter } from './run-events.ts'
import { hasEnded, type Run, runsOf } from './tasks.ts'

export interface Activity {
  /** What is under way or has ended while somebody looked, the newest first. */
  readonly runs: readonly Run[]
  /** Whether changes arrive. */
  readonly connected: boolean
}

type Message =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'connected'; readonly connected: boolean }
  | { readonly kind: 'hello' }

const address = '/execute/api/events/?scope=all'
const name = 'planning-tasks'
/** Milliseconds until a stream that was refused is tried again. */
const reconnectDelayMs = 5_000
/** Runs that are remembered once they have ended. */
const remembered = 20

let activity: Activity = { runs: [], connected: true }
const listeners = new Set<() => void>()
const endListeners = new Set<(run: Run) => void>()

export const activityStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): Activity => activity,
}

/** Called with every run that ends while this page is open. */
export function onRunEnd(listener: (run: Run) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

function become(next: Partial<Activity>): void {
  activity = { ...activity, ...next }
  for (const listener of listeners) listener()
}

function take(run: Run): void {
  const before = activity.runs.find(({ id }) => id === run.id)
  const others = activity.runs.filter(({ id }) => id !== run.id)
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

/** Listens as long as the shell is there. */
export function listenToActivity(): () => void {
  const over = new AbortController()
  const channel = new BroadcastChannel(name)
  const tell = (message: Message): void => {
    if (!over.signal.aborted) channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'run') take(data.run)
    else if (data.kind === 'connected') become({ connected: data.connected })
    else for (const run of activity.runs) tell({ kind: 'run', run })
  })
  tell({ kind: 'hello' })
  const lead = (): Promise<void> =>
    listen(over.signal, (message) => {
      if (message.kind === 'run') take(message.run)
      else if (message.kind === 'connected') become({ connected: message.connected })
      tell(message)
    })
  // Without https there are no locks; each tab then listens for itself.
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

/** Keeps a stream open until the signal ends it. */
function listen(signal: AbortSignal, tell: (message: Message) => void): Promise<void> {
  return new Promise((resolve) => {
    // It may have become our turn when we were leaving.
    if (signal.aborted) {
      resolve()
      return
    }
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = (): void => {
      const stream = new EventSource(addressOfPath(address))
      source = stream
      stream.addEventListener('open', () => tell({ kind: 'connected', connected: true }))
      stream.addEventListener('error', () => {
        tell({ kind: 'connected', connected: false })
        // What was refused is not opened again by the browser: the session has ended, or the service is restarting.
        if (stream.readyState === EventSource.CLOSED) timer = setTimeout(open, reconnectDelayMs)
      })
      stream.addEventListener('task', ({ data }: MessageEvent<string>) => {
        for (const run of runsOf(JSON.parse(data))) tell({ kind: 'run', run })
      })
    }
    open()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source?.close()
      resolve()
    })
  })
}
