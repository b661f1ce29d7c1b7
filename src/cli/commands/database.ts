/** Starts, stops, backs up and restores the embedded PostgreSQL server, and shows its status. */
import { Type } from '../../contract/type.ts'
import type { Static } from '../../contract/type.ts'
import { parseMoment } from '../../data/datetimes.ts'
import {
  type ServerStatus,
  embeddedStatus,
  startEmbedded,
  stopEmbedded,
} from '../../database/embedded/control.ts'
import { embeddedFolder } from '../../database/with-database.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { requireCluster } from '../installation.ts'

const parameters = Type.Object({
  action: Type.Enum(['start', 'stop', 'status', 'backup', 'restore'], { description: 'Action.' }),
  force: Type.Boolean({ default: false, description: 'Stop the server even if other processes use it.' }),
  keep: Type.Integer({
    minimum: 1,
    default: 7,
    description: 'Number of base backups to keep, including the new one.',
  }),
  until: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Time to which the database is restored, in the zone of TIME_ZONE unless it has an offset. Default: the end of the archive.',
    }),
  ),
  from: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Folder of the archive to restore from. Default: DATABASE_ARCHIVE.',
    }),
  ),
})

type Arguments = Static<typeof parameters>

export const database = defineCommand({
  help: `Without DATABASE_URL the service uses an embedded PostgreSQL server. Commands and web servers start it when they need
it, and it stops after the last of them. "start" keeps it running until "stop", which makes commands faster.

With the setting DATABASE_ARCHIVE, "backup" copies the whole database while it runs and keeps the write-ahead log from
then on. "restore" restores the database to any time since the oldest backup. The data before the restore is kept in a
separate folder, which the command reports.`,
  examples: [
    ['planctl database status', ''],
    ['planctl database start', 'keep it running'],
    ['planctl database stop --force', 'even if other processes use it'],
    ['planctl database backup --keep=4', 'a base backup; the four newest are kept'],
    ['planctl database restore --until="2026-11-23 14:05"', 'restore to a point in time'],
    ['planctl database restore --from=/mnt/backup/planning', 'on a new machine: restore the whole archive'],
  ],
  parameters,
  positional: ['action'],
  run: async (context, args) => {
    if (context.settings().DATABASE_URL !== undefined) {
      const reason =
        'DATABASE_URL names a server that is not ours; start, stop, back up and restore it by its own means.'
      throw failed(reason)
    }
    context.terminal.print(await actions[args.action](context, args))
  },
})

const actions: Readonly<
  Record<Arguments['action'], (context: CommandContext, args: Arguments) => Promise<string>>
> = {
  start: async ({ settings }) =>
    describe(await startEmbedded(embeddedFolder(settings()), settings().DATABASE_ARCHIVE)),
  status: async ({ settings }) => describe(await embeddedStatus(embeddedFolder(settings()))),
  stop: async ({ settings }, { force }) => {
    const stop = await stopEmbedded(embeddedFolder(settings()), force)
    if (stop.outcome !== 'in use') return stop.outcome === 'stopped' ? 'Stopped.' : 'It was not running.'
    throw failed(`${stop.holders} others use it, such as a web server. End them first, or add --force.`)
  },
  backup: async ({ settings, signal }, { keep }) => {
    const archive = archiveOf(settings())
    requireCluster({ settings })
    const { backUpEmbedded } = await import('../../database/embedded/base-backup.ts')
    const done = await backUpEmbedded({ folder: embeddedFolder(settings()), archive, keep, signal })
    return `Base backup ${done.name}, ${Math.ceil(done.bytes / 2 ** 20)} MB. The database can be restored to any point in time since ${done.ended}.`
  },
  restore: async ({ settings, signal, terminal }, { until, from }) => {
    const own = settings()
    const { restoreEmbedded } = await import('../../database/embedded/restore.ts')
    const done = await restoreEmbedded({
      folder: embeddedFolder(own),
      from: from ?? archiveOf(own),
      archive: own.DATABASE_ARCHIVE,
      until: until === undefined ? undefined : momentGiven(until, own.TIME_ZONE),
      signal,
      onStep: terminal.say,
    })
    return [
      done.reachedEnd
        ? 'Everything in the archive is restored.'
        : 'The database is restored to that point in time.',
      done.last === undefined
        ? `Nothing was written after the base backup of ${done.backup.ended}.`
        : `The last change is of ${done.last.toISOString()}.`,
      ...(done.aside === undefined
        ? []
        : [`Its previous content is in ${done.aside}. Delete that folder when it is no longer needed.`]),
    ].join('\n')
  },
}

function archiveOf({ DATABASE_ARCHIVE: archive }: Settings): string {
  if (archive !== undefined) return archive
  throw failed('Set DATABASE_ARCHIVE to a folder for the log and the base backups of the database.')
}

function momentGiven(text: string, timeZone: string): Date {
  const moment = parseMoment(text.trim(), timeZone)
  if (moment !== undefined) return moment
  const reason = `--until must be a moment such as "2026-11-23 14:05:00" or "2026-11-23T13:05:00Z", not "${text}".`
  throw new ServiceError('usage', { reason })
}
function describe(status: ServerStatus): string {
  switch (status.state) {
    case 'running':
      return `Running as process ${status.pid} on port ${status.port}, used by ${status.holders}${status.kept ? ', kept until it is stopped' : ''}. Data: ${status.data}`
    case 'orphaned':
      return `Running as process ${status.pid} without its keeper, which was killed; the next command puts that right. Data: ${status.data}`
    default:
      return status.data === undefined ? 'Stopped. There is no data yet.' : `Stopped. Data: ${status.data}`
  }
}

const failed = (reason: string): ServiceError =>
  new ServiceError('command_failed', { reason: englishText(reason) })
