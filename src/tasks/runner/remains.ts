/**
 * Detects whether a task has left anything behind in its process after its end: timers, open files and sockets,
 * listeners, child processes and threads, a changed environment. Compares the state with the one before the task.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'

export interface Remains {
  /** Returns whether the state is the same as before; waits a short time for resources to close. */
  gone(): Promise<boolean>
}

/** Time for sockets and files to close, in milliseconds. */
const exitTimeoutMs = 250
/** Memory growth in bytes beyond which a process is not reused. */
const allowedGrowth = 128 * 2 ** 20

let started = 0
const count = (): void => void (started += 1)
subscribe('child_process', count)
subscribe('worker_threads', count)

const initialMemory = process.memoryUsage.rss()

/** Must be called before a task starts. */
export function watchRemains(): Remains {
  const before = state()
  return {
    gone: async () => {
      if (process.memoryUsage.rss() - initialMemory > allowedGrowth) return false
      for (const deadline = Date.now() + exitTimeoutMs; ; await delay(2)) {
        await turn()
        if (nothingAdded(before, state())) return true
        if (Date.now() > deadline) return false
      }
    },
  }
}

interface State {
  /** Number of active resources by kind; active resources keep the process running. */
  readonly resources: ReadonlyMap<string, number>
  /** The part of the state that must not change. */
  readonly rest: string
}

/** Fewer resources are accepted, because an idle connection of the process itself may have been closed meanwhile. */
function nothingAdded(before: State, now: State): boolean {
  if (now.rest !== before.rest) return false
  return [...now.resources].every(([kind, count]) => count <= (before.resources.get(kind) ?? 0))
}

function state(): State {
  const resources = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) resources.set(kind, (resources.get(kind) ?? 0) + 1)
  const listeners = process.eventNames().map((name) => [String(name), process.listenerCount(name)])
  return { resources, rest: JSON.stringify([listeners, started, ended(), process.cwd(), process.env]) }
}

/**
 * Returns a counter that increases with every child process that was started and waited for, including those of
 * blocking functions.
 */
function ended(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync('/proc/self/stat', 'latin1')
  // Field 11: page faults of such processes. The second field is the process name in parentheses.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[8]
}
