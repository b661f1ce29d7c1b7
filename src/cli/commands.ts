/** The commands that are no tasks, as they are listed. Each stands in its own file and is loaded when named. */
import type { CommandListing } from './command.ts'

export const commandListings: readonly CommandListing[] = [
  {
    name: 'runserver',
    group: 'Installation',
    title: 'Run the web server.',
    load: async () => (await import('./commands/runserver.ts')).runserver,
  },
  {
    name: 'runworker',
    group: 'Tasks',
    title: 'Run queued tasks, on this machine or a further one.',
    load: async () => (await import('./commands/runworker.ts')).runworker,
  },
  {
    name: 'status',
    group: 'Tasks',
    title: 'Show what has become of tasks.',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'log',
    group: 'Tasks',
    title: 'Show the log of a task, or follow it.',
    load: async () => (await import('./commands/log.ts')).log,
  },
  {
    name: 'cancel',
    group: 'Tasks',
    title: 'Cancel tasks that wait or run.',
    load: async () => (await import('./commands/cancel.ts')).cancel,
  },
  {
    name: 'trial',
    group: 'Planning',
    title: 'Try changes: what would become of the plan.',
    load: async () => (await import('./commands/trial.ts')).trial,
  },
  {
    name: 'promise',
    group: 'Planning',
    title: 'Tell when a sales order could be delivered.',
    load: async () => (await import('./commands/promise.ts')).promise,
  },
  {
    name: 'remedies',
    group: 'Planning',
    title: 'Tell what would bring a late sales order in time.',
    load: async () => (await import('./commands/remedies.ts')).remedies,
  },
  {
    name: 'plans',
    group: 'Planning',
    title: 'List the plans that were stored, with their key figures.',
    load: async () => (await import('./commands/plans.ts')).plans,
  },
  {
    name: 'proposal',
    group: 'Data',
    title: 'List, check, decide and apply proposals.',
    load: async () => (await import('./commands/proposal.ts')).proposal,
  },
  {
    name: 'apikey',
    group: 'Users',
    title: 'Make, list and revoke API keys of users.',
    load: async () => (await import('./commands/apikey.ts')).apikey,
  },
  {
    name: 'mcp',
    group: 'Users',
    title: 'Serve an assistant over standard input and output.',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'demo',
    group: 'Installation',
    title: 'Run the web server with a demo dataset and an administrator.',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  {
    name: 'createdatabase',
    group: 'Installation',
    title: 'Create the database, or the one of a scenario.',
    load: async () => (await import('./commands/createdatabase.ts')).createdatabase,
  },
  {
    name: 'migrate',
    group: 'Installation',
    title: 'Bring the database up to this release.',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  {
    name: 'database',
    group: 'Installation',
    title: 'Start, stop or look at the embedded PostgreSQL server.',
    load: async () => (await import('./commands/database.ts')).database,
  },
  {
    name: 'doctor',
    group: 'Installation',
    title: 'Check the installation and say what to do.',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'resetfactors',
    group: 'Installation',
    title: 'Take the second factors of a user away.',
    load: async () => (await import('./commands/resetfactors.ts')).resetfactors,
  },
  {
    name: 'settings',
    group: 'Installation',
    title: 'Show the settings and where each comes from.',
    load: async () => (await import('./commands/settings.ts')).settings,
  },
  {
    name: 'extensions',
    group: 'Installation',
    title: 'Show the extension modules and what they add.',
    load: async () => (await import('./commands/extensions.ts')).extensions,
  },
  {
    name: 'dumpdata',
    group: 'Data',
    title: 'Write the planning data of a scenario as a dataset.',
    load: async () => (await import('./commands/dumpdata.ts')).dumpdata,
  },
  {
    name: 'dbshell',
    group: 'Development',
    title: 'Open a SQL session on the database.',
    load: async () => (await import('./commands/dbshell.ts')).dbshell,
  },
  {
    name: 'shell',
    group: 'Development',
    title: 'Open a JavaScript session with the service loaded.',
    load: async () => (await import('./commands/shell.ts')).shell,
  },
  {
    name: 'test',
    group: 'Development',
    title: 'Run the tests of a module.',
    load: async () => (await import('./commands/test.ts')).test,
  },
]
