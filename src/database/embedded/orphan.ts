/**
 * Stops a server without a keeper. The holder of the keeper's lock may stop it, because no other process can have
 * started it. Also deletes a pid file whose process id now belongs to another process, which occurs in containers.
 */
import { readFile, readlink, rm } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stopProcess } from './postmaster.ts'
import { isRunning, isTaken } from './process-state.ts'

const execute = promisify(execFile)

/** Stops the server that runs on the data, if there is one. Returns its process id. */
export async function stopOrphan(data: string): Promise<number | undefined> {
  const pid = await recordedPid(data)
  // The file of an ended server is kept, because PostgreSQL uses it to find sessions that are still ending.
  if (pid === undefined || !isTaken(pid)) return undefined
  if (!(await servesData(pid, data))) {
    await rm(pidFile(data), { force: true })
    return undefined
  }
  await stopProcess(pid, () => isRunning(pid))
  return pid
}

/**
 * Returns the process id of the server that runs on the data, according to its pid file and confirmed by the system.
 */
export async function runningServer(data: string): Promise<number | undefined> {
  const pid = await recordedPid(data)
  return pid !== undefined && isRunning(pid) && (await servesData(pid, data)) ? pid : undefined
}

const pidFile = (data: string): string => join(data, 'postmaster.pid')

async function recordedPid(data: string): Promise<number | undefined> {
  // Negative while PostgreSQL runs in single-user mode, without network.
  const pid = Math.abs(Number((await readFile(pidFile(data), 'utf8').catch(() => '')).split('\n')[0]))
  return pid > 1 ? pid : undefined
}

/**
 * Returns whether a process is the server of the data folder: its working directory is the folder, or, if the system
 * does not provide the working directory, its command line contains the program and the folder.
 */
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
