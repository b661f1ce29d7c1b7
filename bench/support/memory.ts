/** Memory of another process as the Linux kernel counts it. Elsewhere it is not measured. */
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
