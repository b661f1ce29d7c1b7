/** The list of all tasks. Each definition is in a file of its own and loaded on demand. */
import { ServiceError } from '../errors/service-error.ts'
import type { AddedTask, TaskShape } from '../extensions/definition.ts'
import { allAddedTasks, type Extensions, noExtensions } from '../extensions/extensions.ts'
import type { Problem } from '../extensions/found.ts'
import type { Inspection } from '../extensions/inspect.ts'
import type { TaskKind } from '../extensions/task-kinds.ts'
import type { ServiceOptions } from '../service/service.ts'
import type { Settings } from '../settings/settings.ts'
import type { TaskDefinition } from './definition.ts'
import { limitChecks } from './limit-checks.ts'

export interface TaskListing {
  /** Name of the command and of the endpoint. */
  readonly name: string
  readonly group: string
  /** Kind of the task, by which workers can be limited. */
  readonly kind: TaskKind
  /** What the task does, in a few words. */
  readonly title: string
  /** Whether its log and message contain records of the scenarios on which it works, or those of its steps. */
  readonly repeatsRecords?: boolean
  readonly load: () => Promise<TaskDefinition>
}

export const taskListings: readonly TaskListing[] = [
  {
    name: 'createsuperuser',
    group: 'Users',
    kind: 'other',
    title: 'Create a superuser.',
    load: async () => (await import('./commands/createsuperuser.ts')).createsuperuser,
  },
  {
    name: 'changepassword',
    group: 'Users',
    kind: 'other',
    title: 'Change the password of a user.',
    load: async () => (await import('./commands/changepassword.ts')).changepassword,
  },
  {
    name: 'loaddata',
    group: 'Data',
    kind: 'import',
    title: 'Load a dataset into a scenario.',
    load: async () => (await import('./commands/loaddata.ts')).loaddata,
  },
  {
    name: 'importfromfolder',
    group: 'Data',
    kind: 'import',
    title: 'Import data files from the folder.',
    load: async () => (await import('./commands/importfromfolder.ts')).importfromfolder,
  },
  {
    name: 'exportworkbook',
    group: 'Data',
    kind: 'export',
    title: 'Export planning data to a workbook.',
    load: async () => (await import('./commands/exportworkbook.ts')).exportworkbook,
  },
  {
    name: 'importworkbook',
    group: 'Data',
    kind: 'import',
    title: 'Import a workbook.',
    load: async () => (await import('./commands/importworkbook.ts')).importworkbook,
  },
  {
    name: 'exporttofolder',
    group: 'Data',
    kind: 'export',
    title: 'Export plan results to the folder.',
    load: async () => (await import('./commands/exporttofolder.ts')).exporttofolder,
  },
  {
    name: 'createbuckets',
    group: 'Data',
    kind: 'data',
    title: 'Generate time buckets.',
    load: async () => (await import('./commands/createbuckets.ts')).createbuckets,
  },
  {
    name: 'runplan',
    group: 'Data',
    kind: 'plan',
    title: 'Run the plan.',
    load: async () => (await import('./commands/runplan.ts')).runplan,
  },
  {
    name: 'empty',
    group: 'Data',
    kind: 'data',
    title: 'Delete the planning data of a scenario.',
    load: async () => (await import('./commands/empty.ts')).empty,
  },
  {
    name: 'undo',
    group: 'Data',
    kind: 'data',
    title: 'Undo a change set.',
    repeatsRecords: true,
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  {
    name: 'proposal_apply',
    group: 'Data',
    kind: 'data',
    title: 'Apply a proposal.',
    repeatsRecords: true,
    load: async () => (await import('./commands/proposal_apply.ts')).proposal_apply,
  },
  {
    name: 'scenario_copy',
    group: 'Scenarios',
    kind: 'scenario',
    title: 'Copy or promote a scenario.',
    load: async () => (await import('./commands/scenario_copy.ts')).scenario_copy,
  },
  {
    name: 'scenario_release',
    group: 'Scenarios',
    kind: 'scenario',
    title: 'Free a scenario.',
    load: async () => (await import('./commands/scenario_release.ts')).scenario_release,
  },
  {
    name: 'scenario_create',
    group: 'Scenarios',
    kind: 'scenario',
    title: 'Create a scenario.',
    load: async () => (await import('./commands/scenario_create.ts')).scenario_create,
  },
  {
    name: 'scenario_delete',
    group: 'Scenarios',
    kind: 'scenario',
    title: 'Delete a free scenario.',
    load: async () => (await import('./commands/scenario_delete.ts')).scenario_delete,
  },
  {
    name: 'scenario_compare',
    group: 'Scenarios',
    kind: 'scenario',
    title: 'Compare two scenarios.',
    repeatsRecords: true,
    load: async () => (await import('./commands/scenario_compare.ts')).scenario_compare,
  },
  {
    name: 'backup',
    group: 'Scenarios',
    kind: 'backup',
    title: 'Back up a scenario.',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  {
    name: 'restore',
    group: 'Scenarios',
    kind: 'backup',
    title: 'Restore a backup into a scenario.',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    name: 'emailreport',
    group: 'Files',
    kind: 'export',
    title: 'Send exported reports by mail.',
    load: async () => (await import('./commands/emailreport.ts')).emailreport,
  },
  {
    name: 'scheduletasks',
    group: 'Schedules',
    kind: 'schedule',
    title: 'Run a group of tasks.',
    repeatsRecords: true,
    load: async () => (await import('./commands/scheduletasks.ts')).createScheduletasks(findDefinition),
  },
  {
    name: 'flush',
    group: 'Data',
    kind: 'data',
    title: 'Empty all tables, including users and rights.',
    load: async () => (await import('./commands/flush.ts')).flush,
  },
]

/** Names of tasks whose logs and messages contain records. */
export const repeatingTasks: readonly string[] = taskListings
  .filter(({ repeatsRecords }) => repeatsRecords === true)
  .map(({ name }) => name)

/** The part of the settings that names the extension modules. */
export type NamesExtensions = Pick<Settings, 'EXTENSIONS'>

const loaded = new Map<string, Promise<Extensions>>()

/**
 * Returns the extension modules that the settings name; they are loaded once per process. Names of commands are
 * reserved too, where there are commands. Throws `invalid_settings` with all problems of all modules.
 */
export function loadExtensions(
  { EXTENSIONS: places }: NamesExtensions,
  commands: readonly string[] = [],
): Promise<Extensions> {
  if (places.length === 0) return Promise.resolve(noExtensions)
  const key = JSON.stringify([places, commands])
  const known = loaded.get(key) ?? load(places, commands)
  loaded.set(key, known)
  return known
}

async function load(places: readonly string[], commands: readonly string[]): Promise<Extensions> {
  const { extensions, problems } = await inspectInstalled(places, commands)
  if (problems.length === 0) return extensions
  const lines = problems.map((problem) => `- ${problemText(problem)}`)
  const reason = `Extension modules named in EXTENSIONS cannot be used:\n${lines.join('\n')}`
  throw new ServiceError('invalid_settings', { reason })
}

/** Inspects the modules and returns their problems instead of throwing. */
export async function inspectInstalled(
  places: readonly string[],
  commands: readonly string[],
): Promise<Inspection> {
  const { inspectExtensions } = await import('../extensions/inspect.ts')
  return inspectExtensions(places, [...taskListings.map(({ name }) => name), ...commands])
}

/** Maximum number of characters that are shown of a name or a problem, which may repeat texts of the module. */
const longestShown = 500

/** Returns the name and place of the module, and its problem, as text. */
export const problemText = ({ place, name, reason }: Problem): string => {
  const shown = reason.length > longestShown ? `${reason.slice(0, longestShown)}…` : reason
  return `${name === undefined ? place : `${name.slice(0, longestShown)} (${place})`}: ${shown.replace(/\.$/, '')}.`
}

/** Returns all tasks: the built-in ones, and those of the extension modules that the settings name. */
export async function allTasks(settings: NamesExtensions): Promise<readonly TaskListing[]> {
  const extensions = await loadExtensions(settings)
  return [...taskListings, ...allAddedTasks(extensions).map(asListing)]
}

/** Returns the task with the given name; undefined if there is none. */
export async function findTask(settings: NamesExtensions, name: string): Promise<TaskListing | undefined> {
  const own = taskListings.find((listing) => listing.name === name)
  return own ?? (await allTasks(settings)).find((listing) => listing.name === name)
}

/** Returns the definition of the task with the given name; undefined if there is none. */
export async function findDefinition(
  settings: NamesExtensions,
  name: string,
): Promise<TaskDefinition | undefined> {
  return (await findTask(settings, name))?.load()
}

/** Returns the names of the tasks of the given kinds. */
export async function tasksOfKinds(
  settings: NamesExtensions,
  kinds: readonly TaskKind[],
): Promise<readonly string[]> {
  const tasks = await allTasks(settings)
  return tasks.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
}

/** Returns the rights of tasks (`execute.run_<task>`). */
export async function taskPermissions(settings: NamesExtensions): Promise<readonly string[]> {
  return (await allTasks(settings)).map(({ name }) => `execute.run_${name}`)
}

/** Returns the options about tasks and extension modules with which a service is opened. */
export async function extendedBy(
  settings: NamesExtensions,
): Promise<Pick<ServiceOptions, 'taskPermissions' | 'extensions' | 'storages'>> {
  const [permissions, extensions, { createScheduleStorage, scheduleEntity }, { taskEntity, taskStorage }] =
    await Promise.all([
      taskPermissions(settings),
      loadExtensions(settings),
      import('./schedules/schedule-storage.ts'),
      import('./queue/task-storage.ts'),
    ])
  return {
    taskPermissions: permissions,
    extensions,
    storages: (service) =>
      new Map([
        [scheduleEntity, createScheduleStorage({ service, find: findDefinition })],
        [taskEntity, taskStorage],
      ]),
  }
}

/** Returns the listing of a task of an extension module. */
export function asListing({ name, group, kind = 'other', title, task }: AddedTask): TaskListing {
  return {
    name,
    group,
    kind,
    title,
    load: async () => {
      if (isDefinition(task)) return limitChecks(name, task)
      throw new Error(`The task "${name}" cannot be run.`)
    },
  }
}

/**
 * The parts of the task were validated when the module was loaded, except for the type of the context that `run`
 * receives.
 */
const isDefinition = (task: TaskShape): task is TaskDefinition => typeof task.run === 'function'
