/** The tasks, as they are listed. The rest of each stands in its own file and is loaded when wanted. */
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ServiceError } from '../errors/service-error.ts'
import type { Settings } from '../settings/settings.ts'
import type { TaskDefinition } from './definition.ts'

export interface TaskListing {
  /** Name of the command and of the endpoint. */
  readonly name: string
  readonly group: string
  /** What it does, in a few words. */
  readonly title: string
  readonly load: () => Promise<TaskDefinition>
}

export const taskListings: readonly TaskListing[] = [
  {
    name: 'createsuperuser',
    group: 'Users',
    title: 'Create a user who may do everything.',
    load: async () => (await import('./commands/createsuperuser.ts')).createsuperuser,
  },
  {
    name: 'changepassword',
    group: 'Users',
    title: 'Give a user another password.',
    load: async () => (await import('./commands/changepassword.ts')).changepassword,
  },
  {
    name: 'loaddata',
    group: 'Data',
    title: 'Load a dataset into a scenario.',
    load: async () => (await import('./commands/loaddata.ts')).loaddata,
  },
  {
    name: 'createbuckets',
    group: 'Data',
    title: 'Generate time buckets.',
    load: async () => (await import('./commands/createbuckets.ts')).createbuckets,
  },
  {
    name: 'empty',
    group: 'Data',
    title: 'Empty models of a scenario, or all of them.',
    load: async () => (await import('./commands/empty.ts')).empty,
  },
  {
    name: 'scenario_copy',
    group: 'Scenarios',
    title: 'Copy a scenario, or promote it to production.',
    load: async () => (await import('./commands/scenario_copy.ts')).scenario_copy,
  },
  {
    name: 'scenario_release',
    group: 'Scenarios',
    title: 'Free a scenario.',
    load: async () => (await import('./commands/scenario_release.ts')).scenario_release,
  },
  {
    name: 'scenario_create',
    group: 'Scenarios',
    title: 'Make one more scenario.',
    load: async () => (await import('./commands/scenario_create.ts')).scenario_create,
  },
  {
    name: 'scenario_delete',
    group: 'Scenarios',
    title: 'Delete a free scenario.',
    load: async () => (await import('./commands/scenario_delete.ts')).scenario_delete,
  },
  {
    name: 'scenario_compare',
    group: 'Scenarios',
    title: 'Tell in what two scenarios differ.',
    load: async () => (await import('./commands/scenario_compare.ts')).scenario_compare,
  },
  {
    name: 'backup',
    group: 'Scenarios',
    title: 'Back a scenario up into a file.',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  {
    name: 'restore',
    group: 'Scenarios',
    title: 'Restore a backup into a scenario.',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    name: 'emailreport',
    group: 'Files',
    title: 'Send exported reports by mail.',
    load: async () => (await import('./commands/emailreport.ts')).emailreport,
  },
  {
    name: 'flush',
    group: 'Data',
    title: 'Empty all tables, users and rights included.',
    load: async () => (await import('./commands/flush.ts')).flush,
  },
]

/** All tasks: ours, and those of the extension modules that the settings name. */
export async function allTasks(settings: Pick<Settings, 'EXTENSIONS'>): Promise<readonly TaskListing[]> {
  const added = await Promise.all(settings.EXTENSIONS.map(extensionTasks))
  return [...taskListings, ...added.flat()]
}

/** The task of that name; undefined when there is none. */
export async function findTask(
  settings: Pick<Settings, 'EXTENSIONS'>,
  name: string,
): Promise<TaskListing | undefined> {
  const own = taskListings.find((listing) => listing.name === name)
  return own ?? (await allTasks(settings)).find((listing) => listing.name === name)
}

/** Rights that tasks bring (`execute.run_<task>`). */
export async function taskPermissions(settings: Pick<Settings, 'EXTENSIONS'>): Promise<readonly string[]> {
  return (await allTasks(settings)).map(({ name }) => `execute.run_${name}`)
}

interface Extension {
  readonly tasks?: readonly TaskListing[]
}

/** The tasks of a module: a folder or file by its path, or a package. Throws `invalid_settings` naming it. */
async function extensionTasks(place: string): Promise<readonly TaskListing[]> {
  const isPath = isAbsolute(place) || place.startsWith('.')
  try {
    const module: { readonly extension?: Extension } = await import(
      isPath ? pathToFileURL(resolve(place)).href : place
    )
    if (module.extension === undefined) throw new Error('it exports no "extension"')
    return module.extension.tasks ?? []
  } catch (cause) {
    const reason = `EXTENSIONS: the module "${place}" cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}.`
    throw new ServiceError('invalid_settings', { reason }, { cause })
  }
}
