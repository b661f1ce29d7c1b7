/**
 * Starts a group for `planctl scheduletasks` without `--user`, for instance from a job of the operating system: it
 * runs as its owner, as the service's own scheduler starts it. The user who saved its steps may have fewer rights
 * than the operator, so the steps never run with the operator's rights.
 */
import { operatorPrincipal } from '../../auth/operator.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Service } from '../../service/service.ts'
import type { CommandLauncher, FindDefinition } from '../definition.ts'
import { groupTask } from './steps.ts'
import { requireGroup } from './find-group.ts'
import { planRun, recordRun } from './plan-run.ts'

/**
 * Returns the launcher of the group. Throws `invalid_parameter` for a group that does not exist, and `command_failed`
 * if its owner may not run it; that run is recorded as Failed, and its record causes a mail.
 */
export async function ownerAtCommand(
  service: Service,
  find: FindDefinition,
  scenario: string,
  name: string,
): Promise<CommandLauncher | undefined> {
  const { control, settings, secret } = service
  const definition = await find(settings, groupTask)
  if (definition === undefined) return undefined
  const principal = await operatorPrincipal(control, settings.LANGUAGE_CODE)
  const { schedule } = await requireGroup({ service, principal, scenario }, name)
  const started = await planRun(service, definition, schedule, { planned: null, channel: 'command' })
  const { userId, run } = started.launch
  if (started.reason === undefined && run !== undefined) return { userId, operator: false, run }
  await control.withTransaction((client) => recordRun(client, secret, started, 'Failed'))
  throw new ServiceError('command_failed', {
    reason: started.reason ?? { code: 'group_not_started', params: { group: name } },
  })
}
