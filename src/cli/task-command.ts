/**
 * Makes a command of a task: it runs in the foreground, in this process, as the operator. Progress goes to
 * standard error and the result to standard output.
 */
import { type TObject, type TProperties, Type } from 'typebox'
import { Value } from 'typebox/value'
import { operatorPrincipal } from '../auth/operator.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { TaskContext, TaskDefinition } from '../tasks/definition.ts'
import type { CommandContext, CommandDefinition } from './command.ts'
import { requireScenario, withService } from './installation.ts'
import { askPassword, confirm } from './questions.ts'

const database = Type.String({ default: 'default', description: 'Scenario to work on.' })
const noinput = Type.Boolean({ default: false, description: 'Do it without asking.' })
const passwordStdin = Type.Boolean({
  default: false,
  description: 'Read the password from standard input.',
})

/** The command of a task: its parameters without the secret ones, and what the command line adds to them. */
export function taskCommand(name: string, task: TaskDefinition): CommandDefinition {
  return {
    help: task.help,
    examples: task.examples,
    positional: task.positional,
    parameters: commandParameters(task),
    run: async (context, args) => {
      const { database: scenario, noinput: unasked, 'password-stdin': fromInput, ...own } = { ...args }
      const given: Record<string, unknown> = { ...own }
      const confirmation = task.confirmation?.(given, String(scenario))
      if (confirmation !== undefined && unasked !== true) await confirm(context, confirmation)
      for (const secret of task.secrets) given[secret] = await askPassword(context, fromInput === true)
      context.terminal.print(await runTask(context, task, { name, scenario: String(scenario), args: given }))
    },
  }
}

function commandParameters(task: TaskDefinition): TObject {
  const own = Object.entries(task.parameters.properties).filter(([key]) => !task.secrets.includes(key))
  const properties: TProperties = {
    ...Object.fromEntries(own),
    ...(task.secrets.length === 0 ? {} : { 'password-stdin': passwordStdin }),
    ...(task.confirmation === undefined ? {} : { noinput }),
    database,
  }
  return Type.Object(properties, { additionalProperties: false })
}

interface Launch {
  readonly name: string
  readonly scenario: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Runs the task and answers its message. */
async function runTask(
  context: CommandContext,
  task: TaskDefinition,
  { name, scenario, args }: Launch,
): Promise<string> {
  const { terminal, signal } = context
  if (!Value.Check(task.parameters, args)) {
    throw new ServiceError('usage', { reason: `The parameters of ${name} are not valid.` })
  }
  return withService(context, async (service) => {
    await requireScenario(service.database, scenario)
    const running: TaskContext = {
      service,
      scenario,
      principal: await operatorPrincipal(service.database, service.settings.LANGUAGE_CODE),
      actor: { userId: null, channel: 'command', origin: name },
      signal,
      progress: terminal.progress,
      log: terminal.say,
    }
    return task.run(running, args)
  })
}
