/** Starts, stops and shows the embedded PostgreSQL server. */
import { Type } from 'typebox'
import {
  type ServerStatus,
  embeddedStatus,
  startEmbedded,
  stopEmbedded,
} from '../../database/embedded/control.ts'
import { embeddedFolder } from '../../database/with-database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { defineCommand } from '../command.ts'

export const database = defineCommand({
  help: `Without DATABASE_URL the service brings a PostgreSQL server of its own. Commands and web servers start it when they
need it and it stops after the last of them. "start" keeps it running until "stop", which makes commands quicker.`,
  examples: [
    ['planctl database status', ''],
    ['planctl database start', 'keep it running'],
    ['planctl database stop --force', 'also while others use it'],
  ],
  parameters: Type.Object({
    action: Type.Enum(['start', 'stop', 'status'], { description: 'What to do.' }),
    force: Type.Boolean({ default: false, description: 'Stop it although others use it.' }),
  }),
  positional: ['action'],
  run: async ({ settings, terminal }, { action, force }) => {
    if (settings().DATABASE_URL !== undefined) {
      const reason = 'DATABASE_URL names a server that is not ours; start and stop it by its own means.'
      throw new ServiceError('command_failed', { reason })
    }
    terminal.print(await actions[action](embeddedFolder(settings()), force))
  },
})

const actions: Readonly<
  Record<'start' | 'stop' | 'status', (folder: string, force: boolean) => Promise<string>>
> = {
  start: async (folder) => describe(await startEmbedded(folder)),
  status: async (folder) => describe(await embeddedStatus(folder)),
  stop: async (folder, force) => {
    const stop = await stopEmbedded(folder, force)
    if (stop.outcome !== 'in use') return stop.outcome === 'stopped' ? 'Stopped.' : 'It was not running.'
    const reason = `${stop.holders} others use it, such as a web server. End them first, or add --force.`
    throw new ServiceError('command_failed', { reason })
  },
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
