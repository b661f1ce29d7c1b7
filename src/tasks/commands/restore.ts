/** Restores a backup into a scenario. */
import { basename, resolve } from 'node:path'
import { Type } from '../../contract/type.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { unreadableFile } from '../is-readable.ts'
import { logFolder } from '../../files/folders/folder.ts'
import { openFile } from '../../files/folders/open-file.ts'
import { readHeader } from '../../scenarios/dump/read-dump.ts'
import { restoreScenario } from '../../scenarios/dump/restore-scenario.ts'
import { defineTask } from '../definition.ts'
import { scenarioWork } from '../scenario-work.ts'
import { isStoredDump, localDump } from '../stored-dumps.ts'

export const restore = defineTask({
  about:
    'Replaces the planning data of the scenario with that of a backup. Users and rights stay as they are; only a free scenario is opened to the superusers of production.',
  help: `Replaces the planning data of the scenario with that of the file. The file is validated first; the data is loaded into a
new schema and migrated to this release, and until then the old data stays in use. Users and rights stay as they are;
those in a backup of production are restored only by psql. To restore the replaced production data, run
"planctl scenario_copy --revert-promote".

The superusers of production get access to a scenario that was free, and files that its former users left in its
default folder are deleted for good, except the backup.

With FILES_URL=s3:, the plain name of a backup is that of one in the object store.`,
  examples: [
    ['planctl restore var/log/backup.default.20260314093000.sql.gz', 'production'],
    [
      'planctl restore backup.default.20260314093000.sql.gz --database=scenario1',
      'into a scenario, to inspect it',
    ],
  ],
  parameters: Type.Object(
    {
      dump_file: Type.String({
        minLength: 1,
        title: 'Backup',
        'x-hint': 'File written by a backup.',
        description: 'File written by planctl backup.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: ['dump_file'],
  right: 'operator',
  onFree: true,
  secrets: [],
  confirmation: (_args, scenario) =>
    `This replaces the planning data of "${scenario}" by that of the backup.`,
  check: async ({ service }, { dump_file: file }) => {
    if (isStoredDump(service.settings, file)) {
      await using _ = await openFile(logFolder(service.settings), file)
      return
    }
    await readHeader(file).catch((cause: unknown) => {
      if (cause instanceof ServiceError) throw cause
      throw unreadableFile(file, cause)
    })
  },
  settle: ({ service }, args) =>
    isStoredDump(service.settings, args.dump_file) ? args : { ...args, dump_file: resolve(args.dump_file) },
  run: async (context, { dump_file: file }) => {
    const { scenario, actor, service, signal } = context
    await using copy = await localDump(service.settings, file, signal)
    const request = { path: copy.path, name: basename(file), scenario, user: actor.userId }
    const { rows, otherRows, leftOut } = await restoreScenario(scenarioWork(context), request)
    if (otherRows > 0) {
      context.log(
        `The backup has ${rows + otherRows} records. ${otherRows} of them, of users, rights, tasks and the list of scenarios, are not restored: only psql restores them.`,
      )
    }
    if (leftOut.length > 0) {
      context.log(
        `Not restored, because these custom attributes were deleted: ${leftOut.join(', ')}.`,
        'warning',
      )
    }
    return { code: 'backup_restored', params: { rows, scenario } }
  },
})
