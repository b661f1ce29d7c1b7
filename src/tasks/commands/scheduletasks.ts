/** Runs a group of tasks, one step after the other. */
import { Type } from '../../contract/type.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { defineTask, type FindDefinition, type TaskDefinition } from '../definition.ts'
import { heldBy } from '../schedules/check-steps.ts'
import { findGroup } from '../schedules/find-group.ts'
import { joinSchedule } from '../schedules/group-run-record.ts'
import { summarise } from '../schedules/group-summary.ts'
import { sendDueMails } from '../schedules/mail-outbox.ts'
import { heldScenarios, runGroup } from '../schedules/run-group.ts'
import { ownerAtCommand } from '../schedules/start-by-command.ts'
import { systemScheduler } from '../schedules/system/command.ts'

/** Time that a command waits for its mail to be sent, in milliseconds. */
const mailTimeoutMs = 60_000

/**
 * Creates the task.
 * @param find the definitions of its steps
 */
export const createScheduletasks = (find: FindDefinition): TaskDefinition =>
  defineTask({
    about: 'Runs the steps of a group now, one after the other.',
    help: `Runs the steps of a group in sequence, each as a separate task with its own record and log. Define groups at
/api/execute/scheduledtask/, with the days, times and time zone at which the service starts them.

The group locks the scenarios of all its steps from its start to its end: no other task runs between two steps. Before
the first step, the rights and arguments of all steps are validated. Without --user, the command runs the group with the
rights of its owner, the user who saved it last, as scheduled runs do. A step that fails or is canceled ends the
group, unless its "abort_on_failure" is false; in both cases the group fails. The addresses in "email_failure" or
"email_success" receive a mail that lists every step.

By default the service starts groups. To start them from the operating system's scheduler instead, use --install: it
creates a systemd timer, or a line of the crontab, for the account that runs the command. --uninstall removes it.`,
    examples: [
      ['planctl scheduletasks --schedule=nightly', 'run the group "nightly" now, in this process'],
      ['planctl scheduletasks --schedule=nightly --background', 'queue it for a worker'],
      [
        'planctl scheduletasks --install --schedule=nightly',
        'start it from the scheduler of the operating system',
      ],
    ],
    parameters: Type.Object(
      {
        schedule: Type.String({
          minLength: 1,
          'x-options': 'schedules',
          title: 'Group',
          'x-hint': 'Name of the group to run.',
          description: 'Name of the group.',
        }),
      },
      { additionalProperties: false },
    ),
    positional: [],
    right: 'execute.run_scheduletasks',
    secrets: [],
    // Each step has a timeout of its own.
    timeout: 0,
    authorize: async (caller, { schedule }) => {
      // Other users saved the steps, so the steps never run with the rights of the operator.
      if (caller.principal.via === 'operator') throw new ServiceError('permission_denied')
      await findGroup({ caller, find }, schedule)
    },
    startsAs: async (service, { schedule }, scenario) =>
      typeof schedule === 'string' ? ownerAtCommand(service, find, scenario, schedule) : undefined,
    scenarios: async ({ schedule }, scenario, caller) =>
      heldBy((await findGroup({ caller, find }, schedule)).steps, scenario),
    commandExtra: systemScheduler,
    afterEnd: async ({ control: database, settings, logger }) => {
      const signal = AbortSignal.timeout(mailTimeoutMs)
      await sendDueMails({ database, settings, logger, signal }).catch((error: unknown) => {
        logger.warn({ err: error }, 'The mail about a group was not sent; a worker will try again')
      })
    },
    run: async (context, { schedule: name }) => {
      const { service, scenario, taskId } = context
      const { control } = service
      const { schedule, steps } = await findGroup({ caller: context, find }, name)
      await joinSchedule(control, taskId, schedule)
      const wanted = heldBy(steps, scenario)
      const held = new Set(await heldScenarios(control, taskId))
      const all = wanted.includes('*') ? (await listScenarios(control)).map((one) => one.name) : wanted
      const missing = all.filter((one) => one !== '*' && !held.has(one))
      if (missing.length > 0) {
        const params = { group: schedule.name, scenarios: missing.join(', ') }
        throw new ServiceError('group_refused', { reason: { code: 'group_changed', params } })
      }
      const { passed, message } = summarise(schedule.name, await runGroup(context, steps, find))
      if (passed) return message
      throw new ServiceError('command_failed', { reason: message })
    },
  })
