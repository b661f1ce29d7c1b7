/** Memory and processor time of another process as the Linux kernel counts them. Elsewhere they are not measured. */
import { readFile, writeFile } from 'node:fs/promises'

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

/** Seconds of processor time that the process has used, all its threads together. */
export async function processorTime(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name, in brackets, may hold blanks; time in user and in kernel mode are the 12th and 13th value after it.
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(values[11]) + Number(values[12])) / ticksPerSecond
}
