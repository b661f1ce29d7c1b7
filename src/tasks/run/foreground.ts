/**
 * Runs a task in this process, as commands do: with a record and a log like every task, in its place in the
 * queue, and with a sign of life, so that others see when this process has died.
 */
import { hostname } from 'node:os'
import { ServiceError } from '../../errors/service-error.ts'
import type { Service } from '../../service/service.ts'
import type { Arguments } from '../arguments.ts'
import type { TaskDefinition, TaskContext } from '../definition.ts'
import { prepareLaunch } from '../prepare-launch.ts'
import { launchTask } from '../queue/launch.ts'
import { takeLease } from '../queue/lease.ts'
import {
  claimTask,
  type ClaimedTask,
  finishTask,
  type Outcome,
  recordFile,
  recordProcess,
  tasksToStop,
} from '../queue/queue.ts'
import { reapTasks } from '../queue/reap.ts'
import { taskById } from '../queue/task-record.ts'
import { type TaskWatch, untilTasks, watchTasks } from '../queue/watch.ts'
import { noWorkerHint, waitsForNobody } from '../queue/workers.ts'
import { openTaskLog } from './log-file.ts'
import { failureDetails, failureText, performTask, stoppedOutcome, type StopReason } from './perform.ts'
import type { Launcher } from './principal.ts'
import { createProgressRecorder } from './progress-recorder.ts'

export interface ForegroundRun extends Launcher, Pick<TaskContext, 'progress' | 'log'> {
  readonly name: string
  readonly definition: TaskDefinition
  readonly scenario: string
  readonly args: Arguments
  /** Fails instead of waiting for other tasks of the scenario. */
  readonly nowait: boolean
  /** Told what it waits for, and whether that is queued while nobody lives who would run it. */
  readonly onWait: (what: string, forNobody: boolean) => void
  /** Aborted by whoever sits at the keyboard. */
  readonly signal: AbortSignal
}

/** Answers the message of the task. Throws what went wrong, `canceled`, or `scenario_busy`. */
export async function runForeground(service: Service, run: ForegroundRun): Promise<string> {
  const { database } = service
  const launch = await prepareLaunch(service, { ...run, channel: 'command' })
  const watch = watchTasks(database)
  const lease = await takeLease(database)
  try {
    await watch.ready
    const id = await launchTask(database, service.secret, { ...launch, worker: lease.number })
    const claimed = await waitForTurn(service, watch, run, { id, worker: lease.number })
    const stopping = new AbortController()
    let reason: StopReason | undefined
    const stop = (why: StopReason): void => {
      reason ??= why
      stopping.abort()
    }
    const onAbort = (): void => stop('canceled')
    run.signal.addEventListener('abort', onAbort, { once: true })
    void lease.lost.then(() => stop('lost'))
    const stopListening = watch.listen((change) => {
      if (change !== undefined && change.id !== id) return
      void tasksToStop(database, [id]).then(
        (ids) => ids.length > 0 && stop('canceled'),
        () => undefined,
      )
    })
    try {
      if (run.signal.aborted) stop('canceled')
      return await perform(service, run, claimed, { signal: stopping.signal, reason: () => reason })
    } finally {
      stopListening()
      run.signal.removeEventListener('abort', onAbort)
    }
  } finally {
    await watch.close()
    await lease.release()
  }
}

interface Place {
  readonly id: number
  readonly worker: number
}

/** Waits until the task may begin, and takes it. */
async function waitForTurn(
  { database }: Service,
  watch: TaskWatch,
  run: ForegroundRun,
  { id, worker }: Place,
): Promise<ClaimedTask> {
  let told: string | undefined
  const claimed = await untilTasks(
    watch,
    async () => {
      const mine = await claimTask(database, { worker, host: hostname(), only: id })
      if (mine !== undefined) return mine
      await reapTasks(database)
      const record = await taskById(database, id)
      if (record === undefined || record.finished !== null) throw new ServiceError('canceled')
      if (record.waitsFor === null) return undefined
      const forNobody = await waitsForNobody(database, id)
      if (run.nowait) {
        const message = `Not begun: it would have to wait for ${record.waitsFor}.`
        await finishTask(database, id, { status: 'Failed', message })
        const reason = forNobody ? `${message} ${noWorkerHint}` : message
        throw new ServiceError('command_failed', { reason })
      }
      const news = `${record.waitsFor} ${forNobody}`
      if (news !== told) run.onWait(record.waitsFor, forNobody)
      told = news
      return undefined
    },
    { signal: run.signal },
  )
  if (claimed !== undefined) return claimed
  await finishTask(database, id, { status: 'Canceled', message: 'Canceled while it was waiting.' })
  throw new ServiceError('canceled')
}

interface Stopping {
  readonly signal: AbortSignal
  readonly reason: () => StopReason | undefined
}

async function perform(
  service: Service,
  run: ForegroundRun,
  { id, logfile }: ClaimedTask,
  { signal, reason }: Stopping,
): Promise<string> {
  const { database, settings, logger } = service
  const onFailure = (error: unknown): void => logger.warn({ err: error, task: id }, 'Record not written')
  using log = openTaskLog(settings.LOGDIR, logfile, 'begin')
  log.write('info', `Task ${id}, ${run.name} in scenario ${run.scenario}, begins at the command line.`)
  const progress = createProgressRecorder(database, id, onFailure)
  await recordProcess(database, id, process.pid, process.pid)
  const end = async (outcome: Outcome): Promise<void> => {
    await progress.close()
    log.write(outcome.status === 'Failed' ? 'error' : 'info', `${outcome.status}: ${outcome.message}`)
    await finishTask(database, id, outcome)
  }
  try {
    const performance = { ...run, id, channel: 'command' as const }
    const message = await performTask(service, run.definition, performance, {
      signal,
      progress: (fraction, step) => {
        progress.tell(fraction, step)
        run.progress(fraction, step)
      },
      log: (text, level = 'info') => {
        log.write(level, text)
        run.log(text, level)
      },
      attach: (fileName) => void recordFile(database, id, fileName).catch(onFailure),
    })
    await end({ status: 'Done', message })
    return message
  } catch (error) {
    const why = reason()
    if (why === undefined) log.write('error', failureDetails(error))
    const outcome: Outcome =
      why === undefined ? { status: 'Failed', message: failureText(error) } : stoppedOutcome(why)
    await end(outcome).catch(onFailure)
    throw why === 'canceled' ? new ServiceError('canceled', {}, { cause: error }) : error
  }
}
