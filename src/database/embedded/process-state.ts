/** What has become of a process that is not our child. */
import { readFileSync } from 'node:fs'

/** Whether the number is taken, be it by a process that has ended but was not collected by its parent. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether the process runs. In containers nobody may collect ended ones, which then keep their number. */
export function isRunning(pid: number): boolean {
  if (!isTaken(pid)) return false
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The state follows the name, which stands in parentheses and may hold anything.
    return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch {
    return true
  }
}
