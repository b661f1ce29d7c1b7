/**
 * Runs the steps of a group one after the other, each as a task with a record, a log and a process of its own. The
 * process of the group runs them itself: they occupy no slot of a worker, and need no worker at all. All records are
 * created before the first step starts, so that waiting steps are visible and can be canceled.
 */
import { hostname } from 'node:os'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { ControlDatabase } from '../../database/database.ts'
import { checkedArguments } from '../arguments.ts'
import type { FindDefinition, TaskContext } from '../definition.ts'
import { launchTask } from '../queue/launch.ts'
import { takeLease } from '../queue/lease.ts'
import { type ClaimedTask, claimOwnTask, finishTask } from '../queue/queue.ts'
import { taskById, type TaskRecord } from '../queue/task-record.ts'
import { untilTasks, watchTasks } from '../queue/watch.ts'
import { inProcess } from '../runner/in-process.ts'
import { openProcessPool } from '../runner/process-pool.ts'
import { type Execute, runTask } from '../runner/run-task.ts'
import { untilEnded } from '../runner/until-ended.ts'
import type { CheckedStep } from './check-steps.ts'

/** A step with its task number. */
export interface LaunchedStep extends CheckedStep {
  readonly id: number
}

export interface StepEnd {
  readonly step: LaunchedStep
  readonly record: TaskRecord
}

/** Milliseconds that a canceled step has before it is forced to end; less than the group itself has. */
const cancelGraceMs = 5_000

/**
 * Returns the final records of all steps, in their order; skipped steps are `Canceled`. Throws `canceled` if the
 * group is canceled.
 */
export async function runGroup(
  context: TaskContext,
  steps: readonly CheckedStep[],
  find: FindDefinition,
): Promise<readonly StepEnd[]> {
  const { service, signal, stopReason } = context
  const { control, settings, logger, secret } = service
  const lease = await takeLease(control)
  const processes = openProcessPool({ settings, logger, spare: false })
  const watch = watchTasks(control)
  const timeoutOf = async (name: string): Promise<number | undefined> => (await find(settings, name))?.timeout
  let launched: readonly LaunchedStep[] = []
  try {
    await watch.ready
    launched = await launchSteps(context, steps, lease.number)
    const run = async (step: LaunchedStep): Promise<TaskRecord> => {
      const claimant = { worker: lease.number, host: hostname() }
      // A step waits while the data of its scenario is being replaced on a further server, and may be canceled meanwhile.
      const turn = await untilTasks<{ readonly claimed?: ClaimedTask }>(
        watch,
        async () => {
          const claimed = await claimOwnTask(control, claimant, step.id)
          if (claimed !== undefined) return { claimed }
          return (await taskById(control, step.id))?.finished === null ? undefined : {}
        },
        { signal },
      )
      if (turn === undefined) await leaveOut(control, step, stopMessage(context))
      const claimed = turn?.claimed
      if (claimed !== undefined) {
        const url = control.address()
        const execute = inProcess({ settings, processes, secret, url, cancelGraceMs })
        const running = runTask(
          claimed,
          withProgress(execute, (share) => tell(step, share)),
          {
            database: control,
            settings,
            logger,
            timeoutOf,
          },
        )
        await untilEnded(step.id, running, { database: control, watch, lease, signal, stopReason })
      }
      return endedRecord(control, step)
    }
    const tell = (step: LaunchedStep, share: number): void =>
      context.progress((step.number - 1 + share) / launched.length, title(step, launched.length))
    return await runInTurn(context, launched, async (step) => {
      tell(step, 0)
      return run(step)
    })
  } finally {
    // Finishes the remaining steps after a failure between two steps.
    for (const step of launched) await leaveOut(control, step, { code: 'step_group_ended' })
    await processes.close()
    await watch.close()
    await lease.release()
  }
}

/** Finishes a step that has not begun. */
async function leaveOut(control: ControlDatabase, { id }: LaunchedStep, reason: Message): Promise<void> {
  await finishTask(control, id, {
    status: 'Canceled',
    message: { code: 'step_not_run', params: { reason } },
  })
}

/** Returns why a stopped group does not run its remaining steps. */
const stopMessage = ({ stopReason }: TaskContext): Message => ({
  code: stopReason() === 'canceled' ? 'step_group_canceled' : 'step_group_ended',
})

/** Also passes the progress of the task to the callback, as a share of 1. */
const withProgress =
  (execute: Execute, tell: (share: number) => void): Execute =>
  (task, part) =>
    execute(task, {
      ...part,
      progress: (share, step) => {
        part.progress(share, step)
        tell(share)
      },
    })

const title = ({ number, step }: CheckedStep, count: number): string =>
  `Step ${number} of ${count}: ${step.task}`

async function runInTurn(
  context: TaskContext,
  launched: readonly LaunchedStep[],
  run: (step: LaunchedStep) => Promise<TaskRecord>,
): Promise<readonly StepEnd[]> {
  const { service, signal, log } = context
  const ends: StepEnd[] = []
  let leftOut: Message | undefined
  for (const step of launched) {
    if (signal.aborted) leftOut ??= stopMessage(context)
    if (leftOut !== undefined) {
      await leaveOut(service.control, step, leftOut)
      ends.push({ step, record: await endedRecord(service.control, step) })
      continue
    }
    log(`${title(step, launched.length)} begins (task ${step.id}).`)
    const record = await run(step)
    const done = record.status === 'Done'
    log(
      `Step ${step.number}, ${step.step.task}: ${record.status}. ${record.message ?? ''}`,
      done ? 'info' : 'error',
    )
    ends.push({ step, record })
    if (!done && step.step.abortOnFailure)
      leftOut = { code: 'step_not_done', params: { number: step.number, task: step.step.task } }
  }
  if (signal.aborted) throw new ServiceError('canceled')
  return ends
}

/** Creates the records of all steps. */
async function launchSteps(
  context: TaskContext,
  steps: readonly CheckedStep[],
  worker: number,
): Promise<readonly LaunchedStep[]> {
  const { service, scenario, actor, taskId } = context
  const launched: LaunchedStep[] = []
  for (const step of steps) {
    const scenarios = step.scenarios.includes('*')
      ? await heldScenarios(service.control, taskId)
      : step.scenarios
    const id = await launchTask(service.control, service.secret, {
      name: step.step.task,
      scenario,
      scenarios,
      args: checkedArguments(step.definition, step.args),
      userId: actor.userId,
      operator: false,
      channel: actor.channel,
      parent: taskId,
      worker,
    })
    launched.push({ ...step, id })
  }
  return launched
}

/** Returns the scenarios that a task holds. */
export async function heldScenarios(database: ControlDatabase, id: number): Promise<readonly string[]> {
  const record = await taskById(database, id)
  return record?.scenarios ?? []
}

async function endedRecord(
  database: ControlDatabase,
  { id, number, step }: LaunchedStep,
): Promise<TaskRecord> {
  const record = await taskById(database, id)
  if (record === undefined)
    throw new ServiceError('command_failed', {
      reason: { code: 'step_record_deleted', params: { number, task: step.task, id } },
    })
  return record
}
