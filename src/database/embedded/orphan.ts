/**
 * A server that has lost its keeper. Whoever holds the keeper's lock may end it: nobody else can have started
 * it. Also clears away a pid file whose number now belongs to another process, as happens in containers.
 */
import { readFile, readlink, rm } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stopProcess } from './postmaster.ts'
import { isRunning, isTaken } from './process-state.ts'

const execute = promisify(execFile)

/** Ends the server that runs on the data, if any. Returns its process id. */
export async function stopOrphan(data: string): Promise<number | undefined> {
  const pid = await recordedPid(data)
  // The file of a server that is gone stays: by it PostgreSQL finds sessions that are still ending.
  if (pid === undefined || !isTaken(pid)) return undefined
  if (!(await servesData(pid, data))) {
    await rm(pidFile(data), { force: true })
    return undefined
  }
  await stopProcess(pid, () => isRunning(pid))
  return pid
}

/** Process id of the server that runs on the data, as told by its pid file and confirmed by the system. */
export async function runningServer(data: string): Promise<number | undefined> {
  const pid = await recordedPid(data)
  return pid !== undefined && isRunning(pid) && (await servesData(pid, data)) ? pid : undefined
}

const pidFile = (data: string): string => join(data, 'postmaster.pid')

async function recordedPid(data: string): Promise<number | undefined> {
  // Negative while PostgreSQL works alone on the data, without network.
  const pid = Math.abs(Number((await readFile(pidFile(data), 'utf8').catch(() => '')).split('\n')[0]))
  return pid > 1 ? pid : undefined
}

/** The server works in its data folder; where the system does not tell, the program's name must do. */
async function servesData(pid: number, data: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === data
  } catch {
    const { stdout } = await execute('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }))
    return stdout.includes('postgres') && stdout.includes(data)
  }
}
