/**
 * Whether anything of a task goes on in its process after it has ended: timers, open files and sockets, listeners,
 * processes and threads that it has started, a changed environment. Told by comparing what there was before.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'

export interface Remains {
  /** Whether everything is as before, at the latest after a moment in which things may close. */
  gone(): Promise<boolean>
}

/** Milliseconds for sockets and files that are closing. */
const exitTimeoutMs = 250
/** A process that has grown so much by its tasks is not used again. */
const allowedGrowth = 128 * 2 ** 20

let started = 0
const count = (): void => void (started += 1)
subscribe('child_process', count)
subscribe('worker_threads', count)

const initialMemory = process.memoryUsage.rss()

/** To be called before a task begins. */
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
  /** How many there are of each kind of what keeps the process going. */
  readonly resources: ReadonlyMap<string, number>
  /** What stays as it is. */
  readonly rest: string
}

/** An idle connection of the process itself may have been closed meanwhile. */
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

/** Grows with every process that was started and waited for, also by functions that block until it ends. */
function ended(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync('/proc/self/stat', 'latin1')
  // Field 11: page faults of such processes; the second field is the name in parentheses.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[8]
}
