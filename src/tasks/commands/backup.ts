/** Backs up the scenario to a file in the log folder. */
import { Type } from '../../contract/type.ts'
import { backupScenario } from '../../scenarios/dump/backup-scenario.ts'
import { logFolder, scratchOf } from '../../files/folders/folder.ts'
import { defineTask } from '../definition.ts'
import { scenarioWork } from '../scenario-work.ts'
import { storeDump } from '../stored-dumps.ts'

export const backup = defineTask({
  about: 'Writes all data of the scenario to a compressed file. Backups older than 30 days are deleted.',
  help: `Writes backup.<scenario>.<time>.sql.gz to the folder LOGDIR, or to the object store of FILES_URL: SQL of one consistent snapshot, which psql alone can
restore into an empty database. A backup of production also contains users, rights and the registry of scenarios. Only
the owner of the process can read the file. Backups older than 30 days are deleted.

Over the network, only superusers listed in the setting SUPPORT_ACCOUNTS can run it.`,
  examples: [
    ['planctl backup', 'production, with users and rights'],
    ['planctl backup --database=scenario1', 'a scenario'],
    ['gunzip -c backup.default.20260314093000.sql.gz | psql -d empty', 'restore without this service'],
  ],
  parameters: Type.Object({}, { additionalProperties: false }),
  positional: [],
  right: 'superuser',
  permits: ({ service, principal }) =>
    principal.via === 'operator' || service.settings.SUPPORT_ACCOUNTS.includes(principal.username),
  permittedBy: 'SUPPORT_ACCOUNTS',
  secrets: [],
  run: async (context) => {
    const { scenario, service, signal } = context
    const folder = logFolder(service.settings)
    const work = scenarioWork(context)
    const backup = await backupScenario(work, { scenario, folder: scratchOf(folder).path })
    const done =
      folder.store === undefined
        ? backup
        : await storeDump(folder, folder.store.blobs, { backup, scenario, now: work.now, signal })
    context.attach(done.fileName)
    for (const name of done.deleted) context.log(`Deleted ${name}, which was past its age.`)
    for (const text of done.undeleted) context.log(`An old backup could not be deleted: ${text}`, 'warning')
    const { fileName: file, rows, tables, size: bytes } = done
    return { code: 'backup_made', params: { file, rows, tables, bytes } }
  },
})
