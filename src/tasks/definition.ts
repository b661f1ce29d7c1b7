/**
 * Definition of a task. Its command, its endpoint, its form and its steps in schedules are generated from it. Name,
 * group and title are in the registry, so that a list of tasks loads no definition.
 */
import type { Message } from '../errors/messages.ts'
import type { Static, TObject, TProperties } from '../contract/type.ts'
import type { Principal } from '../auth/principal.ts'
import type { Actor } from '../data/context.ts'
import type { Service } from '../service/service.ts'
import type { Settings } from '../settings/settings.ts'
import type { Launcher } from './runner/principal.ts'
import type { StopReason } from './runner/stop-reason.ts'

/** A run of a schedule, started at its time or by a command. */
export interface PlannedRun {
  /** Number of the schedule. */
  readonly schedule: number
  /** Time at which the schedule was due; null when a command starts it. */
  readonly planned: Date | null
  /** Addresses that get a mail when the run ends. */
  readonly notify: { readonly failure: readonly string[]; readonly success: readonly string[] }
}

/** The parameters of a task or command and their help, from which a command line, a form or a request is built. */
export interface Callable<Parameters extends TObject = TObject> {
  /** What the task does and what it leaves unchanged, in whole sentences. */
  readonly help: string
  /** Example command lines, each with its purpose. */
  readonly examples: readonly (readonly [line: string, purpose: string])[]
  /** Parameters, named as on the command line, such as `skip-if-exists`. */
  readonly parameters: Parameters
  /** Parameters that a command line accepts by position. */
  readonly positional: readonly (keyof Static<Parameters> & string)[]
}

/** When a task loses data, and of which scenario. Forms then require the user to type the name of that scenario. */
export interface Destruction<Parameter extends string = string> {
  /** Parameter with which the task loses data; without one the task always does. */
  readonly with?: Parameter
  /** Parameter that names the scenario. */
  readonly names?: Parameter
  /** Scenario if the parameter names none; by default the one in which the task runs. */
  readonly otherwise?: string
}

/** What a running task may use. */
export interface TaskContext {
  readonly service: Service
  /** Scenario in which the task runs. */
  readonly scenario: string
  /** User who runs the task; the operator at the command line has all rights. */
  readonly principal: Principal
  /**
   * Whether the task is a step of a group. Steps may not access files of the machine by path, because another user
   * may have saved the step.
   */
  readonly step?: boolean
  /** Actor that is recorded in the change log. */
  readonly actor: Actor
  readonly signal: AbortSignal
  /** Returns why `signal` was aborted; undefined before. */
  readonly stopReason: () => StopReason | undefined
  /** Number of the task record. */
  readonly taskId: number
  /** Reports the progress of the task: a fraction from 0 to 1 and the current step. */
  readonly progress: (fraction: number, message: string) => void
  /** Adds a line to the log of the task; faults that do not end the task are warnings. */
  readonly log: (message: string, level?: LogLevel) => void
  /** Registers a file in LOGDIR that the task creates; the file is kept and can be downloaded with the task record. */
  readonly attach: (fileName: string) => void
}

export type LogLevel = 'info' | 'warning' | 'error'

/** Arguments by name. */
export type Arguments = Readonly<Record<string, unknown>>

/** Who runs a task, and in which scenario. */
export type TaskCaller = Pick<TaskContext, 'service' | 'principal' | 'scenario' | 'step'>

/** An additional action of a command that only the operator at the command line may use. */
export interface CommandExtra {
  readonly parameters: TProperties
  /** Runs the action and returns the result; undefined if the arguments do not select it. */
  run(service: Service, args: Readonly<Record<string, unknown>>): Promise<string | undefined>
}

/** The user as whom a command starts a task, and the schedule run that it is, if any. */
export interface CommandLauncher extends Launcher {
  readonly run?: PlannedRun
}

export interface TaskDefinition<Parameters extends TObject = TObject> extends Callable<Parameters> {
  /**
   * Description in forms: one or two sentences without command-line terms; by default `help`. Besides `description`,
   * which commands show, a parameter has a `title`; `x-hint` if the text in forms differs; `x-labels` with the labels
   * of its values; `x-set` if its text lists some of these values, separated by commas, and is left out for all;
   * `x-form: false` if only programs and special screens set it; and `x-form-default` if its initial value in forms
   * of launches differs from its default elsewhere. `words/` has the texts of other languages.
   */
  readonly about?: string
  /**
   * Right that the task requires: a right in the scenario, `superuser` for superusers of the scenario, `everywhere`
   * for superusers of all scenarios, `operator` for the operator at the command line only.
   */
  readonly right: string
  /** Alternative rights in the scenario; `authorize` decides what each of them permits. */
  readonly otherRights?: readonly string[]
  /**
   * Returns whether a caller with the right may run the task at all, whatever the arguments. Other callers do not see
   * the task.
   */
  permits?(caller: TaskCaller): boolean
  /** Setting that lists the users whom `permits` accepts. */
  readonly permittedBy?: string
  /**
   * Checks what the right alone does not decide. Throws `permission_denied`. Called at launch and again at the start.
   */
  authorize?(caller: TaskCaller, args: Static<Parameters>): void | Promise<void>
  /**
   * Throws if the task would fail at once in the present state, for instance because a file is missing or a scenario
   * has the wrong state. Called at launch, unless unfinished tasks hold one of its scenarios, and at every start; not
   * when a step is saved, because earlier steps change the state.
   */
  check?(caller: TaskCaller, args: Static<Parameters>): void | Promise<void>
  /**
   * Returns the arguments as they are queued, with values resolved that depend on where they were given, such as
   * relative paths. Called after the arguments are authorized.
   */
  settle?(caller: TaskCaller, args: Static<Parameters>): Static<Parameters> | Promise<Static<Parameters>>
  /**
   * Returns the scenarios on which no other task may work meanwhile; by default the one in which it runs; `*` = all.
   */
  scenarios?(
    args: Static<Parameters>,
    scenario: string,
    caller: TaskCaller,
  ): readonly string[] | Promise<readonly string[]>
  /**
   * Set if the task works on all scenarios and cannot be limited to one. Its command then refuses `--database`, with
   * this text as the remedy.
   */
  readonly insteadForOneScenario?: string
  /** Whether the task can run in a scenario that is Free. */
  readonly onFree?: boolean
  /** Timeout in seconds, after which the task fails; by default the setting TASK_TIMEOUT, 0 = no timeout. */
  readonly timeout?: number
  /** Parameters that are read without echo and never recorded. */
  readonly secrets: readonly (keyof Static<Parameters> & string)[]
  /**
   * Environment variables from which the secret is read besides PLANCTL_PASSWORD, for scripts written for other
   * services.
   */
  readonly secretVariables?: readonly string[]
  /**
   * Returns a sentence that says which data is lost, shown before the confirmation prompt; without a terminal the
   * command requires --noinput. Undefined if the arguments need no such confirmation. Tasks that lose no data have
   * none.
   */
  confirmation?(args: Static<Parameters>, scenario: string): string | undefined
  /**
   * Returns such a sentence for a prompt that is shown on a terminal only, if `confirmation` returns none; undefined if
   * the arguments delete nothing. Scripts run the task without a prompt and without --noinput.
   */
  confirmationOnTerminal?(args: Static<Parameters>, scenario: string): string | undefined
  /**
   * Cases in which the task loses data although commands ask for no confirmation. The first case that applies counts.
   */
  readonly destroys?: readonly Destruction<keyof Static<Parameters> & string>[]
  /** Runs the task. Returns the summary message, with counts; a text is shown as it is in every language. */
  run(context: TaskContext, args: Static<Parameters>): Promise<string | Message>
  /**
   * Returns the user as whom the command starts the task if no user is named; without it, or if undefined, the
   * operator. Throws if no user may start it.
   */
  startsAs?(
    service: Service,
    args: Arguments,
    scenario: string,
  ): CommandLauncher | undefined | Promise<CommandLauncher | undefined>
  /** Runs after the end of the task is recorded, if the task runs in a command instead of a worker. */
  afterEnd?(service: Service): Promise<void>
  /** Actions of the command besides running the task. */
  readonly commandExtra?: CommandExtra
}

/** Finds the definition of a task by its name; undefined if there is none. */
export type FindDefinition = (
  settings: Pick<Settings, 'EXTENSIONS'>,
  name: string,
) => Promise<TaskDefinition | undefined>

/** Returns the definition unchanged; checks its type, and the arguments of `run` against its parameters. */
export function defineTask<Parameters extends TObject>(
  definition: TaskDefinition<Parameters>,
): TaskDefinition<Parameters> {
  return definition
}
