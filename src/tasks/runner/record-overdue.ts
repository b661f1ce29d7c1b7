/** Records the end of a task that has exceeded its timeout and blocks its process, and ends what it has started. */
import { connectDatabase } from '../../database/connect.ts'
import { messageText } from '../../errors/messages.ts'
import { closeConnections, concludeTask } from '../queue/abandoned-tasks.ts'
import { finishTask } from '../queue/queue.ts'
import { endDescendants } from './descendants.ts'
import type { OverdueRun } from './overdue-run.ts'
import { stoppedOutcome } from './stop-reason.ts'

/** Returns the message of the record. */
export async function recordOverdue({
  id,
  name,
  logfile,
  settings,
  url,
  others,
}: OverdueRun): Promise<string> {
  endDescendants(process.pid, others)
  const database = connectDatabase({
    url,
    timeZone: settings.TIME_ZONE,
    homes: settings.SCENARIO_DATABASES,
    poolSize: 2,
    applicationName: 'planctl',
    onIdleFailure: () => undefined,
  })
  const outcome = stoppedOutcome('timeout')
  await closeConnections(database, id)
  const place = { control: database, settings }
  await finishTask(database, id, await concludeTask(place, { id, name, logfile }, outcome))
  return messageText(outcome.message)
}
