/** State of processes that are not children of this process. */
import { readFileSync } from 'node:fs'

/** Returns whether the process id is in use, also by an ended process that its parent has not reaped. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Returns whether the process runs. In containers ended processes may never be reaped, and then keep their process
 * id.
 */
export function isRunning(pid: number): boolean {
  if (!isTaken(pid)) return false
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The state follows the name, which is in parentheses and may contain any characters.
    return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch {
    return true
  }
}
