/** What tells a process from a later one with the same number, for those who end processes by what was recorded. */
import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Where and when a process was started; undefined when it has ended, or the system does not tell. */
export async function processStart(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/** Ticks since the start of the system, and which start of which container's processes that is. */
async function fromProc(pid: number): Promise<string | undefined> {
  try {
    const [boot, space, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'latin1'),
      readlink('/proc/self/ns/pid'),
      readFile(`/proc/${pid}/stat`, 'latin1'),
    ])
    // Field 22; the second one is the name in parentheses, which may hold anything.
    const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
    return `${boot.trim()} ${space} ${ticks}`
  } catch {
    return undefined
  }
}

async function fromPs(pid: number): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], {
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  }).catch(() => ({ stdout: '' }))
  const start = stdout.trim()
  return start === '' ? undefined : start
}
