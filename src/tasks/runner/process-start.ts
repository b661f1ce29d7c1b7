/** Identifies a process beyond its number, because numbers are reused and recorded processes may be killed. */
import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Returns where and when a process was started; undefined if it has ended, or if the system does not report it. */
export async function processStart(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/**
 * Returns the start time in ticks since the boot of the system, with the ids of the boot and of the process namespace
 * (container).
 */
async function fromProc(pid: number): Promise<string | undefined> {
  try {
    const [boot, space, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'latin1'),
      readlink('/proc/self/ns/pid'),
      readFile(`/proc/${pid}/stat`, 'latin1'),
    ])
    // Field 22. The second field is the process name in parentheses, which may contain any characters.
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
