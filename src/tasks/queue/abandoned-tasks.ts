/**
 * Marks running tasks as failed whose worker, or the command that ran them, is gone. Before that, it ends their
 * remaining processes on this machine and their database connections, so that they do not run at the same time as the
 * next task of the scenario.
 */
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ControlDatabase, Database } from '../../database/database.ts'
import { homesOf } from '../../database/homes.ts'
import { isRunning } from '../../database/embedded/process-state.ts'
import type { Message } from '../../errors/messages.ts'
import type { FolderSettings } from '../../files/folders/folder.ts'
import { usesStore } from '../../storage/store-of.ts'
import {
  continueTaskLog,
  type LogSettings,
  noTaskLog,
  outcomeLine,
  withLogFault,
} from '../runner/log-file.ts'
import { appendToLog, copyToDatabase, type LogPlace, logSize } from '../runner/log-place.ts'
import { processStart } from '../runner/process-start.ts'
import { stoppedOutcome } from '../runner/stop-reason.ts'
import { leaseClass, taskClass } from './lock-classes.ts'
import { finishTask, type Outcome, recordedOutcome } from './queue.ts'
import { taskById } from './task-record.ts'

interface Remains {
  readonly id: number
  readonly host: string | null
  readonly processid: number | null
  readonly processgroupid: number | null
  readonly processstart: string | null
}

interface Orphan extends Remains {
  readonly name: string
  readonly status: string
  readonly cancel: boolean
  /** Number of the task of the group of which it is a step. */
  readonly parent: number | null
  /** Name of the log file, once the task has started. */
  readonly logfile: string | null
}

const orphansSql = `
  SELECT t."id", t."name", t."status", t."cancel", t."parent", t."host", t."processid", t."processgroupid",
    t."processstart", CASE WHEN t."started" IS NOT NULL THEN concat(t."name", '.', t."id", '.log') END AS "logfile"
  FROM control."task" t
  WHERE t."finished" IS NULL AND t."worker" IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_catalog.pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1::oid AND l.objid = t."worker"::oid
      AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
  )
  ORDER BY t."id"`

/**
 * Tasks of commands on this machine that cannot be canceled: the process is running but does not react. Workers end
 * their own tasks.
 */
const hangingSql = `
  SELECT t."id", t."processid", t."processgroupid", t."processstart", t."host" FROM control."task" t
  WHERE t."finished" IS NULL AND t."cancel_asked" < now() - make_interval(secs => $2)
    AND t."host" = $1 AND t."processid" IS NOT NULL AND t."processgroupid" IS NULL`

/** Seconds that a command has to end its task after another user cancels it. */
const commandTimeoutSeconds = 20

/** Returns the application name of the database connections of a task's process. */
export const taskApplication = (id: number): string => `planctl task ${id}`

/**
 * Marks running tasks of workers without a lease as failed and returns their numbers. If a task has recorded an
 * outcome itself, that outcome is used.
 * @throws AggregateError with the faults of tasks that could not be ended, after all others are ended
 */
export async function failAbandonedTasks(
  database: ControlDatabase,
  settings: LogSettings & FolderSettings,
): Promise<readonly number[]> {
  const hanging = await database.query<Remains>({
    name: 'hanging-tasks',
    text: hangingSql,
    values: [hostname(), commandTimeoutSeconds],
  })
  // After this their lease is released a moment later, and they count as abandoned.
  for (const remains of hanging.rows) if (await isUnfinished(database, remains)) await killRemains(remains)
  const { rows } = await database.query<Orphan>({
    name: 'orphaned-tasks',
    text: orphansSql,
    values: [leaseClass],
  })
  const ended: number[] = []
  // A fault of one task does not stop the others from being ended.
  const faults: unknown[] = []
  for (const orphan of rows) {
    try {
      if (await endOrphan(database, orphan, settings)) ended.push(orphan.id)
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Not every task of the dead can be ended.')
  return ended
}

/**
 * Returns whether the task is still unfinished. PostgreSQL reads the tasks as they were when the query began, but the
 * locks as they are: a command that ended its task and gave up its lease in between was found as abandoned, and its
 * process must not be killed. A lease is given up only after the end is recorded, so that this second look is reliable
 * for tasks without one; a hanging command that ends just now can still be killed.
 */
async function isUnfinished(database: ControlDatabase, { id }: Remains): Promise<boolean> {
  return (await taskById(database, id))?.finished === null
}

/** Returns whether this call has ended the task. */
async function endOrphan(
  database: ControlDatabase,
  orphan: Orphan,
  settings: LogSettings & FolderSettings,
): Promise<boolean> {
  if (!(await isUnfinished(database, orphan))) return false
  await killRemains(orphan)
  await closeConnections(database, orphan.id)
  const outcome = (await recordedOutcome(database, orphan.id)) ?? deathOf(orphan)
  return finishTask(database, orphan.id, await concludeTask({ control: database, settings }, orphan, outcome))
}

/**
 * Returns the outcome of an abandoned task. A group runs its steps itself, and a command its task; a task whose process
 * has a group of its own ran in a process of a worker.
 */
function deathOf({ status, cancel, parent, processid, processgroupid }: Orphan): Outcome {
  if (cancel) return stoppedOutcome('canceled')
  if (status === 'Waiting') return parent === null ? failed('task_command_ended') : stepNotRun
  if (parent !== null) return failed('task_group_died')
  return failed(processid !== null && processgroupid === null ? 'task_command_died' : 'task_worker_died')
}

const failed = (code: Message['code']): Outcome => ({ status: 'Failed', message: { code } })

const stepNotRun: Outcome = {
  status: 'Canceled',
  message: { code: 'step_not_run', params: { reason: { code: 'step_group_ended' } } },
}

/**
 * Completes the log: the file if it exists here, otherwise the lines that the database has of it. Returns the outcome
 * to record.
 */
export async function concludeTask(
  place: LogPlace & { readonly settings: LogSettings & FolderSettings },
  { id, name, logfile }: Pick<Orphan, 'id' | 'name' | 'logfile'>,
  outcome: Outcome,
): Promise<Outcome> {
  const { settings } = place
  const here = logfile !== null && existsSync(join(settings.LOGDIR, logfile))
  using log = here ? continueTaskLog(settings, logfile) : noTaskLog()
  log.conclude(outcome)
  if (usesStore(settings)) {
    const task = { id, name }
    if (here) await copyToDatabase(place, task, (await logSize(place, task)) ?? 0)
    else if (logfile !== null) await appendToLog(place, task, outcomeLine(outcome))
  }
  return withLogFault(outcome, log)
}

/** Time that a killed process may take to exit, in milliseconds. */
const exitTimeoutMs = 5_000

/**
 * Kills the remaining processes of the task on this machine. Process numbers are reused, so a process is killed only
 * if its start time matches the recorded one.
 */
async function killRemains({ host, processid, processgroupid, processstart }: Remains): Promise<void> {
  if (host !== hostname() || processid === null || processstart === null) return
  if ((await processStart(processid)) !== processstart) return
  try {
    process.kill(processgroupid === null ? processid : -processgroupid, 'SIGKILL')
  } catch {
    return
  }
  for (const deadline = Date.now() + exitTimeoutMs; isRunning(processid) && Date.now() < deadline;)
    await delay(10)
}

/**
 * Closes the database connections of the task and the one that holds its lock. A process on an unreachable machine
 * thereby loses its transaction too.
 */
export async function closeConnections(database: ControlDatabase, id: number): Promise<void> {
  // A server that cannot be reached has no connections that matter.
  for (const server of homesOf(database).servers.values()) await closeOn(server, id).catch(() => undefined)
  await closeOn(database, id)
}

async function closeOn(database: Database, id: number): Promise<void> {
  await database.query({
    text: `SELECT pg_terminate_backend(a.pid, ${exitTimeoutMs}) FROM pg_catalog.pg_stat_activity a
      WHERE a.datname = current_database() AND (a.application_name = $1 OR a.pid IN (
        SELECT l.pid FROM pg_catalog.pg_locks l
        WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $2::oid AND l.objid = $3::oid
          AND l.database = a.datid
      ))`,
    values: [taskApplication(id), taskClass, id],
  })
}
