/** Reads memory and processor time of a process and its child processes, if the system provides them (Linux). */
import { readFile } from 'node:fs/promises'

export interface ProcessUsage {
  readonly rssBytes: number
  /** Peak memory of the process. */
  readonly peakRssBytes: number
  readonly cpuSeconds: number
}

/** Unit of processor times in `/proc`, on every common Linux. */
const ticksPerSecond = 100

/** Returns undefined without `/proc`. */
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
  // The name of the program, in parentheses, may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  return { rssBytes: bytes('VmRSS'), peakRssBytes: bytes('VmHWM'), cpuSeconds }
}

/** Time of the main thread of a process: running, and waiting for a processor (Linux). */
export interface Scheduling {
  readonly runMs: number
  readonly waitMs: number
}

/** Returns undefined if the system does not provide the times. */
export async function schedulingOf(pid: number): Promise<Scheduling | undefined> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
  const [run, wait] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e6)
  return run === undefined || wait === undefined || run === 0 ? undefined : { runMs: run, waitMs: wait }
}

/** Returns the ratio between the time that the thread took between two moments and its running time; 1 if unknown. */
export function slownessBetween(from: Scheduling | undefined, to: Scheduling | undefined): number {
  if (from === undefined || to === undefined) return 1
  const ran = to.runMs - from.runMs
  return ran <= 0 ? 1 : 1 + (to.waitMs - from.waitMs) / ran
}

/**
 * Returns the maximum number of open files and connections of a process; Infinity if the system does not provide it.
 */
export async function openFileLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return limit === undefined ? Infinity : Number(limit)
}
