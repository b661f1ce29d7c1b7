/**
 * Creates the command of a task: it runs in this process in the foreground, or is queued for a worker. Progress goes
 * to standard error and the result to standard output.
 */
import { type TObject, type TProperties, Type } from '../contract/type.ts'
import { findUserId } from '../auth/accounts.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Service } from '../service/service.ts'
import type { CommandLauncher, TaskDefinition } from '../tasks/definition.ts'
import { checkBeforeSecrets, prepareLaunch } from '../tasks/prepare-launch.ts'
import { launchTask } from '../tasks/queue/launch.ts'
import { missingWorkerHint } from '../tasks/queue/workers.ts'
import { type ForegroundRun, runForeground } from '../tasks/runner/foreground.ts'
import { usesStandardOutput, usesStandardStream } from '../tasks/standard-streams.ts'
import { inSpan, startTracing } from '../tracing/tracing.ts'
import type { CommandContext, CommandDefinition } from './command.ts'
import { requireRegistered, requireScenario, withService } from './installation.ts'
import { askPassword, confirm } from './questions.ts'

const database = Type.String({ default: 'default', description: 'Scenario to work on.' })
const user = Type.Optional(
  Type.String({ minLength: 1, description: 'User with whose rights the task runs.' }),
)
const background = Type.Boolean({
  default: false,
  description: 'Queue the task for a worker and print its number instead of waiting for it.',
})
const nowait = Type.Boolean({
  default: false,
  description: 'Fail instead of waiting for other tasks of the scenario.',
})
const noinput = Type.Boolean({ default: false, description: 'Do not ask for confirmation.' })
const passwordStdin = Type.Boolean({
  default: false,
  description: 'Read the password from standard input.',
})

/**
 * Returns the `--database` option of a command that works on all scenarios; it is listed to show that it cannot limit
 * the command to one.
 */
const rejectedDatabase = (instead: string): TProperties[string] =>
  Type.Optional(Type.String({ description: `Rejected: the command works on all scenarios. ${instead}` }))

/** Throws `usage` if a scenario was named for a command that works on all of them. */
function rejectScenario(given: Readonly<Record<string, unknown>>, instead: string): void {
  const { database: scenario } = given
  if (typeof scenario !== 'string') return
  const reason = `--database: this command works on all scenarios, not on "${scenario}" alone. ${instead}`
  throw new ServiceError('usage', { reason })
}

/** Arguments that the command line adds to the parameters of a task. */
interface CommandLine {
  readonly database: string
  readonly user: string | undefined
  readonly background: boolean
  readonly nowait: boolean
}

/** Returns the command of a task: its parameters without the secret ones, and those of the command line. */
export function taskCommand(name: string, task: TaskDefinition): CommandDefinition {
  return {
    help: task.help,
    examples: task.examples,
    positional: task.positional,
    parameters: commandParameters(task),
    run: async (context, args) => {
      const { noinput: unasked, 'password-stdin': fromInput, ...rest } = { ...args }
      if (task.insteadForOneScenario !== undefined) rejectScenario(rest, task.insteadForOneScenario)
      const { database: scenario = 'default', user: username, background: queued, nowait, ...own } = rest
      const given: Record<string, unknown> = { ...own }
      const line: CommandLine = {
        database: String(scenario),
        user: typeof username === 'string' ? username : undefined,
        background: queued === true,
        nowait: nowait === true,
      }
      await withService(context, async (service) => {
        const extra = await task.commandExtra?.run(service, given)
        if (extra !== undefined) return context.terminal.print(extra)
        for (const key of Object.keys(task.commandExtra?.parameters ?? {})) delete given[key]
        requireParameters(task, given)
        const started = { name, definition: task, scenario: line.database, args: given }
        await (task.onFree === true ? requireRegistered : requireScenario)(service.control, line.database)
        const launcher = await launcherOf(service, started, line.user)
        const confirmation =
          unasked === true ? undefined : confirmationOf(context, task, given, line.database)
        if (confirmation !== undefined) {
          // Rejects an invalid launch before the prompt for the confirmation.
          await prepareLaunch(service, { ...started, ...launcher, channel: 'command' })
          await confirm(context, confirmation)
        }
        if (task.secrets.length > 0) await checkBeforeSecrets(service, { ...started, ...launcher })
        for (const secret of task.secrets)
          given[secret] = await askPassword(context, {
            fromInput: fromInput === true,
            unasked: unasked === true,
            variables: ['PLANCTL_PASSWORD', ...(task.secretVariables ?? [])],
          })
        await using _ = await startTracing(service.logger)
        // A shell or scheduler passes its trace on in this variable.
        const parent = process.env['TRACEPARENT']
        const message = await inSpan({ name: `planctl ${name}`, parent }, () =>
          (line.background ? queue : runHere)(service, { context, ...line, ...started, ...launcher }),
        )
        // The message must not be part of the file.
        if (usesStandardOutput(given)) context.terminal.say(message)
        else context.terminal.print(message)
      })
    },
  }
}

const asksQuestions = (task: TaskDefinition): boolean =>
  task.confirmation !== undefined || task.confirmationOnTerminal !== undefined || task.secrets.length > 0

/** Returns the sentence to confirm, if the command has to ask. */
function confirmationOf(
  { terminal }: Pick<CommandContext, 'terminal'>,
  task: TaskDefinition,
  args: Readonly<Record<string, unknown>>,
  scenario: string,
): string | undefined {
  const confirmation = task.confirmation?.(args, scenario)
  if (confirmation !== undefined || !terminal.interactive) return confirmation
  return task.confirmationOnTerminal?.(args, scenario)
}

/**
 * Throws `usage` for a missing parameter: the option parser does not know that the task needs it if the command has
 * actions without it.
 */
function requireParameters({ parameters, positional, secrets }: TaskDefinition, given: object): void {
  const missing = (parameters.required ?? []).find(
    (name) => !Object.hasOwn(given, name) && !secrets.includes(name),
  )
  if (missing === undefined) return
  const shown = positional.includes(missing) ? `<${missing}>` : `--${missing}`
  throw new ServiceError('usage', { reason: `${shown} is required.` })
}

function commandParameters(task: TaskDefinition): TObject {
  const own = Object.entries(task.parameters.properties).filter(([key]) => !task.secrets.includes(key))
  const extra = task.commandExtra?.parameters
  const properties: TProperties = {
    // Optional if the command has extra actions, which do not need them.
    ...Object.fromEntries(
      extra === undefined ? own : own.map(([key, schema]) => [key, Type.Optional(schema)]),
    ),
    ...extra,
    ...(task.secrets.length === 0 ? {} : { 'password-stdin': passwordStdin }),
    ...(asksQuestions(task) ? { noinput } : {}),
    database:
      task.insteadForOneScenario === undefined ? database : rejectedDatabase(task.insteadForOneScenario),
    user,
    background,
    nowait,
  }
  return Type.Object(properties, { additionalProperties: false })
}

async function launcherOf(
  service: Service,
  { definition, args, scenario }: Pick<Start, 'definition' | 'args' | 'scenario'>,
  username: string | undefined,
): Promise<CommandLauncher> {
  if (username === undefined) {
    try {
      return (await definition.startsAs?.(service, args, scenario)) ?? { userId: null, operator: true }
    } catch (error) {
      await definition.afterEnd?.(service)
      throw error
    }
  }
  const userId = await findUserId(service.control, 'login', username)
  if (userId === undefined) throw new ServiceError('unknown_user', { value: username })
  return { userId, operator: false }
}

interface Start extends CommandLine, CommandLauncher {
  readonly context: CommandContext
  readonly name: string
  readonly definition: TaskDefinition
  readonly scenario: string
  readonly args: Readonly<Record<string, unknown>>
}

async function queue(service: Service, start: Start): Promise<string> {
  if (usesStandardStream(start.args)) {
    const reason = 'A task that is queued has no standard input and output: name a file instead of "-".'
    throw new ServiceError('usage', { reason })
  }
  const launch = await prepareLaunch(service, { ...start, channel: 'command' })
  const id = await launchTask(service.control, service.secret, {
    ...launch,
    ...(start.run === undefined ? {} : { run: start.run }),
  })
  const { terminal } = start.context
  terminal.say(`Task ${id} is queued. Its state: planctl status ${id}. Follow it: planctl log ${id} --follow`)
  const hint = await missingWorkerHint(service.control, id)
  if (hint !== undefined) terminal.say(hint)
  return String(id)
}

/** Runs the task and returns its message. */
const runHere = (service: Service, start: Start): Promise<string> =>
  runForeground(service, foregroundRun(start))

function foregroundRun(start: Start): ForegroundRun {
  const { terminal, signal } = start.context
  return {
    ...start,
    signal,
    progress: terminal.progress,
    log: (text) => terminal.say(text),
    onStopping: () => terminal.say('Stopping the task … (Ctrl-C again ends it at once)'),
    onWait: (what, hint) => {
      terminal.say(`Waiting for ${what} …`)
      if (hint !== undefined) terminal.say(hint)
    },
  }
}
