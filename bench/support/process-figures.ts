/** Memory and processor time of another process as the Linux kernel counts them. Elsewhere they are not measured. */
import { readdir, readFile, writeFile } from 'node:fs/promises'

/** Resident bytes: now, and at the peak since `resetPeak`. */
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

/** Starts a new peak from what the process holds now. */
export async function resetPeak(pid: number): Promise<void> {
  if (process.platform === 'linux') await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** Ticks of the kernel's accounting per second, the same on every Linux. */
const ticksPerSecond = 100

/** Values of the kernel's line about a process, from its state on: the name before it may hold blanks. */
async function statValues(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Seconds of processor time that the process has used, all its threads together. */
export async function processorTime(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const values = await statValues(pid)
  return (Number(values[11]) + Number(values[12])) / ticksPerSecond
}

/** Seconds that a process has used, with all that it has started, also with those that have ended. */
export async function treeProcessorTime(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const all = (await readdir('/proc')).map(Number).filter((one) => one > 0)
  // Some end meanwhile.
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

/** Number of the process that has started another one; 0 where the system does not tell. */
export async function parentOf(pid: number): Promise<number> {
  return process.platform === 'linux' ? Number((await statValues(pid))[1]) : 0
}
