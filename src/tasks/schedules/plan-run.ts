/**
 * Prepares a run of a group with the rights of its owner, whether the service's scheduler, the scheduler of the
 * operating system, or the operator at the command line starts it. A refused run is recorded too, and its record
 * causes a mail.
 */
import type pg from 'pg'
import type { Channel } from '../../data/context.ts'
import { asQueryConfig } from '../../database/connect.ts'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Service } from '../../service/service.ts'
import { checkedArguments } from '../arguments.ts'
import type { PlannedRun, TaskDefinition } from '../definition.ts'
import { prepareLaunch } from '../prepare-launch.ts'
import { type Launch, launchTask } from '../queue/launch.ts'
import { messageColumns } from '../queue/task-message.ts'
import { failureMessage } from '../runner/perform.ts'
import { groupTask } from './steps.ts'
import type { Schedule } from './schedule-record.ts'

export interface Planned {
  readonly launch: Launch
  /** Reason why the run does not start; undefined if it starts. */
  readonly reason: Message | undefined
}

export interface Occasion {
  /** Time at which the run was due; null for a run that is started now. */
  readonly planned: Date | null
  readonly channel: Channel
}

/**
 * Returns the launch with the owner's rights; if it is refused, the launch for the record of a run that was not
 * started, with the reason.
 */
export async function planRun(
  service: Service,
  definition: TaskDefinition,
  schedule: Schedule,
  { planned, channel }: Occasion,
  notStarted?: Message,
): Promise<Planned> {
  const { scenario, owner: userId } = schedule
  const args = { schedule: schedule.name }
  const notify = { failure: schedule.onFailure, success: schedule.onSuccess }
  const run: PlannedRun = { schedule: schedule.id, planned, notify }
  const base = { name: groupTask, scenario, userId, operator: false, channel }
  const unstarted = (reason: Message): Planned => ({
    launch: { ...base, scenarios: [scenario], args: checkedArguments(definition, args), run },
    reason: { code: 'run_not_started', params: { reason } },
  })
  if (notStarted !== undefined) return unstarted(notStarted)
  if (userId === null) {
    return unstarted({ code: 'schedule_without_owner' })
  }
  try {
    return {
      launch: { ...(await prepareLaunch(service, { ...base, definition, args })), run },
      reason: undefined,
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unknown_scenario') {
      return unstarted({ code: 'schedule_scenario_closed', params: { scenario } })
    }
    return unstarted(failureMessage(error))
  }
}

/**
 * Creates the record of a run, within a transaction, and returns its number. The record of a run that does not start
 * is finished at once: as `Canceled` if the run was skipped, as `Failed` if it was refused.
 */
export async function recordRun(
  client: pg.ClientBase,
  secret: string,
  { launch, reason }: Planned,
  ending: 'Canceled' | 'Failed',
): Promise<number> {
  const id = await launchTask(
    { query: (statement) => client.query(asQueryConfig(statement)) },
    secret,
    launch,
  )
  if (reason === undefined) return id
  await client.query(
    `UPDATE control."task" SET "status" = $2, "message" = $3, "coded_message" = $4, "finished" = LOCALTIMESTAMP(3)
      WHERE "id" = $1`,
    [id, ending, ...messageColumns(reason)],
  )
  return id
}
