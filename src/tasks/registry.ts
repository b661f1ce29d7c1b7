/** The tasks, as they are listed. The rest of each stands in its own file and is loaded when wanted. */
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
    name: 'flush',
    group: 'Data',
    title: 'Empty all tables, users and rights included.',
    load: async () => (await import('./commands/flush.ts')).flush,
  },
]

/** Right that a task of this name brings, for those whose definition asks for it. */
export const taskPermission = (name: string): string => `execute.run_${name}`

export const taskPermissions: readonly string[] = taskListings.map(({ name }) => taskPermission(name))

/** The task of that name; undefined when there is none. */
export function findTask(name: string): TaskListing | undefined {
  return taskListings.find((listing) => listing.name === name)
}
