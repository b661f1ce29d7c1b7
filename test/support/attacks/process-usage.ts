/** Memory and processor time of a process and of those it has started, where the system tells (Linux). */
import { readFile } from 'node:fs/promises'

export interface ProcessUsage {
  readonly rssBytes: number
  /** Most memory that the process has ever had. */
  readonly peakRssBytes: number
  readonly cpuSeconds: number
}

/** What `/proc` counts in, on every common Linux. */
const ticksPerSecond = 100

/** Undefined where there is no `/proc`. */
export async function usageOf(pid: number): Promise<ProcessUsage | undefined> {
  const own = await ownUsage(pid).catch(() => undefined)
  if (own === undefined) return undefined
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(
    children
      .split(' ')
      .filter((child) => child !== '')
      .map((child) => usageOf(Number(child))),
  )
  return below
    .filter((usage) => usage !== undefined)
    .reduce(
      (sum, usage) => ({
        rssBytes: sum.rssBytes + usage.rssBytes,
        peakRssBytes: sum.peakRssBytes + usage.peakRssBytes,
        cpuSeconds: sum.cpuSeconds + usage.cpuSeconds,
      }),
      own,
    )
}

async function ownUsage(pid: number): Promise<ProcessUsage> {
  const [status, stat] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readFile(`/proc/${pid}/stat`, 'utf8'),
  ])
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  // The name of the program, in parentheses, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  return { rssBytes: bytes('VmRSS'), peakRssBytes: bytes('VmHWM'), cpuSeconds }
}

/** Time of the main thread of a process: running, and able to run while others had the processors (Linux). */
export interface Scheduling {
  readonly runMs: number
  readonly waitMs: number
}

/** Undefined where the system does not tell. */
export async function schedulingOf(pid: number): Promise<Scheduling | undefined> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
  const [run, wait] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e6)
  return run === undefined || wait === undefined || run === 0 ? undefined : { runMs: run, waitMs: wait }
}

/** How many times as long as on processors of its own the thread took from one moment to another; 1 where unknown. */
export function slownessBetween(from: Scheduling | undefined, to: Scheduling | undefined): number {
  if (from === undefined || to === undefined) return 1
  const ran = to.runMs - from.runMs
  return ran <= 0 ? 1 : 1 + (to.waitMs - from.waitMs) / ran
}

/** How many files and connections a process may have open; Infinity where the system does not say. */
export async function openFileLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return limit === undefined ? Infinity : Number(limit)
}
