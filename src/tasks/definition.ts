/**
 * What a task is: the one definition from which its command, its endpoint, its form and its steps in schedules
 * are made. Name, group and title stand in the registry, so that a list of tasks loads none of them.
 */
import type { Static, TObject, TProperties } from 'typebox'
import type { Principal } from '../auth/principal.ts'
import type { Actor } from '../data/context.ts'
import type { Service } from '../service/service.ts'
import type { Settings } from '../settings/settings.ts'
import type { Launcher } from './run/principal.ts'

/** A run of a schedule, at its time or started by a command. */
export interface PlannedRun {
  /** Number of the schedule. */
  readonly schedule: number
  /** When the clock was to start it; null when a command does. */
  readonly planned: Date | null
  /** Addresses that are mailed about its end. */
  readonly notify: { readonly failure: readonly string[]; readonly success: readonly string[] }
}

/** What is needed to ask somebody for the parameters of something: at a command line, in a form, in a request. */
export interface Callable<Parameters extends TObject = TObject> {
  /** What it does and what it leaves alone, in whole sentences. */
  readonly help: string
  /** Command lines that show it at work, each with what it is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[]
  /** Names are the ones of the command line, such as `skip-if-exists`. */
  readonly parameters: Parameters
  /** Parameters that a command line takes by their place. */
  readonly positional: readonly (keyof Static<Parameters> & string)[]
}

/** With what a task loses data, and whose: forms then want the name of that scenario typed. */
export interface Destruction<Parameter extends string = string> {
  /** Parameter with which it does; without one it always does. */
  readonly with?: Parameter
  /** Parameter that names the scenario. */
  readonly names?: Parameter
  /** Scenario where the parameter names none; by default the one it runs in. */
  readonly otherwise?: string
}

/** What a running task may use. */
export interface TaskContext {
  readonly service: Service
  /** Scenario the task runs in. */
  readonly scenario: string
  /** Who runs it; the operator at the command line may do everything. */
  readonly principal: Principal
  /** Whether it is a step of a group: somebody has saved it, so that it reaches no files of the machine. */
  readonly step?: boolean
  /** Who is recorded in the change log. */
  readonly actor: Actor
  readonly signal: AbortSignal
  /** Number of the task's record. */
  readonly taskId: number
  /** Tells how far the task is, from 0 to 1, and what it is doing. */
  readonly progress: (fraction: number, message: string) => void
  /** Adds a line to the log of the task; what went wrong without ending it is a warning. */
  readonly log: (message: string, level?: LogLevel) => void
  /** Names a file in LOGDIR that the task makes, to be kept and given out with its record. */
  readonly attach: (fileName: string) => void
}

export type LogLevel = 'info' | 'warning' | 'error'

/** Arguments by name. */
export type Arguments = Readonly<Record<string, unknown>>

/** Who wants a task to run, and where. */
export type TaskCaller = Pick<TaskContext, 'service' | 'principal' | 'scenario' | 'step'>

/** Something that only the person at the command line may want of a task. */
export interface CommandExtra {
  readonly parameters: TProperties
  /** Does it and answers the result; undefined when the arguments do not ask for it. */
  run(service: Service, args: Readonly<Record<string, unknown>>): Promise<string | undefined>
}

/** As whom a command starts a task, and of which schedule that is a run. */
export interface CommandLauncher extends Launcher {
  readonly run?: PlannedRun
}

export interface TaskDefinition<Parameters extends TObject = TObject> extends Callable<Parameters> {
  /**
   * What forms say of it, in a sentence or two without words of the command line; by default its help. Parameters have
   * beside their `description`, for commands, a `title`, and `x-hint` where forms say something else of them; `x-labels`
   * says what values are called. What has `x-form: false` is for programs and screens of its own; what has `x-form-default` begins
   * with that in forms, whatever launches without it do. The words of other
   * languages stand in `words/`.
   */
  readonly about?: string
  /**
   * Who may run it: a right in the scenario, `superuser` for superusers of the scenario, `everywhere` for
   * superusers of all scenarios, `operator` for the person at the command line alone.
   */
  readonly right: string
  /** Rights in the scenario that do as well, each for what `authorize` lets pass with it. */
  readonly otherRights?: readonly string[]
  /** Whether who has the right may run it at all, whatever the arguments: nobody else is offered it. */
  permits?(caller: TaskCaller): boolean
  /** What the right alone does not decide. Throws `permission_denied`; asked at launch and again at the start. */
  authorize?(caller: TaskCaller, args: Static<Parameters>): void | Promise<void>
  /**
   * Refuses what would end it in its first moments as things are now: a file that is not there, a scenario in another
   * state. Asked at launch where no task works on its scenarios or waits for them, and whenever it begins; not when a
   * step is saved, since the steps before it change things.
   */
  check?(caller: TaskCaller, args: Static<Parameters>): void | Promise<void>
  /**
   * Its arguments as they are queued: what depends on where they were given, such as a relative path, is settled.
   * Asked once they are authorized.
   */
  settle?(caller: TaskCaller, args: Static<Parameters>): Static<Parameters> | Promise<Static<Parameters>>
  /** Scenarios that no other task may work on meanwhile; by default the one it runs in; `*` = all. */
  scenarios?(
    args: Static<Parameters>,
    scenario: string,
    caller: TaskCaller,
  ): readonly string[] | Promise<readonly string[]>
  /**
   * It works on all scenarios and cannot be limited to one. Its command then refuses `--database`, with this text as
   * the remedy.
   */
  readonly insteadForOneScenario?: string
  /** It can run in a scenario that is Free. */
  readonly onFree?: boolean
  /** Seconds after which it fails; by default the setting TASK_TIMEOUT, 0 = never. */
  readonly timeout?: number
  /** Parameters that are asked for without echo and never recorded. */
  readonly secrets: readonly (keyof Static<Parameters> & string)[]
  /** Variables of the environment in which scripts of other services give the secret, besides PLANCTL_PASSWORD. */
  readonly secretVariables?: readonly string[]
  /** What is lost, in a sentence that is shown before a yes is asked for. Tasks that lose nothing have none. */
  confirmation?(args: Static<Parameters>, scenario: string): string
  /** When it loses data although commands ask nothing. The first that applies counts. */
  readonly destroys?: readonly Destruction<keyof Static<Parameters> & string>[]
  /** Does it. Answers the message that sums up what was done, with counts. */
  run(context: TaskContext, args: Static<Parameters>): Promise<string>
  /**
   * As whom the command starts it where no user is named; without it, or undefined, as the operator. Throws where
   * nobody may.
   */
  startsAs?(
    service: Service,
    args: Arguments,
    scenario: string,
  ): CommandLauncher | undefined | Promise<CommandLauncher | undefined>
  /** What follows once the record says how it has ended, where no worker does it. */
  afterEnd?(service: Service): Promise<void>
  /** What the command offers besides running the task. */
  readonly commandExtra?: CommandExtra
}

/** Finds the definition of a task by its name; undefined when there is none. */
export type FindDefinition = (
  settings: Pick<Settings, 'EXTENSIONS'>,
  name: string,
) => Promise<TaskDefinition | undefined>

/** Holds a definition to its type, and its `run` to its parameters. */
export function defineTask<Parameters extends TObject>(
  definition: TaskDefinition<Parameters>,
): TaskDefinition<Parameters> {
  return definition
}
