/** Memory and processor time of another process from the Linux kernel. On other systems they are not measured. */
import { readdir, readFile, writeFile } from 'node:fs/promises'

/** Resident bytes: current, and at the peak since `resetPeak`. */
export interface Memory {
  readonly now: number
  readonly peak: number
}

export async function readMemory(pid: number): Promise<Memory | undefined> {
  if (process.platform !== 'linux') return undefined
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const bytes = (key: string): number =>
    1024 * Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
}

/** Resets the peak to the current memory of the process. */
export async function resetPeak(pid: number): Promise<void> {
  if (process.platform === 'linux') await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** Ticks of the kernel's accounting per second, the same on every Linux. */
const ticksPerSecond = 100

/** Returns the values of `/proc/PID/stat`, starting with the state: the name before it may contain blanks. */
async function statValues(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns the processor time that all threads of the process have used, in seconds. */
export async function processorTime(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const values = await statValues(pid)
  return (Number(values[11]) + Number(values[12])) / ticksPerSecond
}

/** Returns the processor time of a process and all its descendants, including those that have ended, in seconds. */
export async function treeProcessorTime(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const all = (await readdir('/proc')).map(Number).filter((one) => one > 0)
  // Some processes end meanwhile.
  const stats = await Promise.all(all.map((one) => statValues(one).catch(() => undefined)))
  const children = new Map<number, number[]>()
  const used = new Map<number, number>()
  for (const [index, values] of stats.entries()) {
    if (values === undefined) continue
    const [one, parent] = [all[index]!, Number(values[1])]
    children.set(parent, [...(children.get(parent) ?? []), one])
    // Own time in user and kernel mode, and that of children that were waited for.
    used.set(one, [11, 12, 13, 14].reduce((sum, place) => sum + Number(values[place]), 0) / ticksPerSecond)
  }
  const total = (root: number): number =>
    (children.get(root) ?? []).reduce((sum, child) => sum + total(child), used.get(root) ?? 0)
  return total(pid)
}

/** Returns the id of the parent process; 0 if it cannot be determined. */
export async function parentOf(pid: number): Promise<number> {
  return process.platform === 'linux' ? Number((await statValues(pid))[1]) : 0
}
