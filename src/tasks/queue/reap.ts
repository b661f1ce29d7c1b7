/**
 * Ends the tasks of the dead: their worker, or the command that ran them, is gone. What may be left of such a
 * task is ended first, its processes on this machine and its connections to the database, so that nothing goes
 * on beside the next task of the scenario.
 */
import { execFile } from 'node:child_process'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Database } from '../../database/database.ts'
import { isRunning } from '../../database/embedded/process-state.ts'
import { leaseClass } from './lock-classes.ts'
import { finishTask } from './queue.ts'

interface Orphan {
  readonly id: number
  readonly status: string
  readonly host: string | null
  readonly processid: number | null
  readonly processgroupid: number | null
}

const orphansSql = `
  SELECT t."id", t."status", t."host", t."processid", t."processgroupid" FROM control."task" t
  WHERE t."finished" IS NULL AND t."worker" IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_catalog.pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1::oid AND l.objid = t."worker"::oid
      AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
  )
  ORDER BY t."id"`

/** Name of the connections of a task's process. */
export const taskApplication = (id: number): string => `planctl task ${id}`

/** Ends the tasks of the dead and answers their numbers. */
export async function reapTasks(database: Database): Promise<readonly number[]> {
  const { rows } = await database.query<Orphan>({
    name: 'orphaned-tasks',
    text: orphansSql,
    values: [leaseClass],
  })
  const ended: number[] = []
  for (const orphan of rows) {
    await killRemains(orphan)
    await closeConnections(database, orphan.id)
    const message =
      orphan.status === 'Waiting' ? 'The command that waited to run it has ended.' : 'worker died'
    if (await finishTask(database, orphan.id, { status: 'Failed', message })) ended.push(orphan.id)
  }
  return ended
}

/** Milliseconds that a killed process may take to be gone. */
const patience = 5_000

/** Kills what is left of the task on this machine, after making sure that the number is still its own. */
async function killRemains({ id, host, processid, processgroupid }: Orphan): Promise<void> {
  if (host !== hostname() || processid === null || processgroupid === null) return
  if (!(await isProcessOf(processid, id))) return
  try {
    process.kill(-processgroupid, 'SIGKILL')
  } catch {
    return
  }
  for (const deadline = Date.now() + patience; isRunning(processid) && Date.now() < deadline;) await delay(10)
}

/** Numbers of processes are used again: the command line tells whether it is still the same. */
async function isProcessOf(pid: number, id: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return new RegExp(`tasks/run/child\\.ts ${id}\\s*$`).test(stdout)
}

/** Also a process on a machine that cannot be reached loses its connections, and with them its transaction. */
export async function closeConnections(database: Database, id: number): Promise<void> {
  await database.query({
    text: `SELECT pg_terminate_backend(pid, ${patience}) FROM pg_catalog.pg_stat_activity
      WHERE application_name = $1 AND datname = current_database()`,
    values: [taskApplication(id)],
  })
}
