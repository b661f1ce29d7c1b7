/**
 * A group that is started by `planctl scheduletasks` without `--user`, such as by a job of the operating system: it
 * starts as its owner, as the service's own clock starts it. Its steps were saved by somebody who may do less than the
 * person at the command line, whose rights they never get.
 */
import { operatorPrincipal } from '../../auth/operator.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Service } from '../../service/service.ts'
import type { CommandLauncher, FindDefinition } from '../definition.ts'
import { groupTask } from './check-steps.ts'
import { requireGroup } from './find-group.ts'
import { planRun, recordRun } from './plan-run.ts'

/**
 * As whom the group starts. Throws `invalid_parameter` for a group that is not there, and `command_failed` when its
 * owner may not run it: then a record says so, and is to be mailed about.
 */
export async function ownerAtCommand(
  service: Service,
  find: FindDefinition,
  scenario: string,
  name: string,
): Promise<CommandLauncher | undefined> {
  const { database, settings, secret } = service
  const definition = await find(settings, groupTask)
  if (definition === undefined) return undefined
  const principal = await operatorPrincipal(database, settings.LANGUAGE_CODE)
  const { schedule } = await requireGroup({ service, principal, scenario }, name)
  const started = await planRun(service, definition, schedule, { planned: null, channel: 'command' })
  const { userId, run } = started.launch
  if (started.reason === undefined && run !== undefined) return { userId, operator: false, run }
  await database.withTransaction((client) => recordRun(client, secret, started, 'Failed'))
  throw new ServiceError('command_failed', { reason: started.reason ?? '' })
}
