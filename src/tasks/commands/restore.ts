/** Restores a backup into a scenario. */
import { resolve } from 'node:path'
import { Type } from 'typebox'
import { ServiceError } from '../../errors/service-error.ts'
import { readHeader } from '../../scenarios/dump/read-dump.ts'
import { restoreScenario } from '../../scenarios/dump/restore-scenario.ts'
import { defineTask } from '../definition.ts'
import { scenarioWork } from '../scenario-work.ts'

export const restore = defineTask({
  about:
    'Replaces the planning data of the scenario with that of a backup. Users and rights stay as they are.',
  help: `Replaces the planning data of the scenario with that of the file. The file is validated first; the data is loaded into a
new schema and migrated to this release, and until then the old data stays in use. Users and rights stay as they are;
those in a backup of production are restored only by psql. To restore the replaced production data, run
"planctl scenario_copy --revert-promote".`,
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
  check: async (_caller, { dump_file: file }) => {
    await readHeader(file).catch((cause: unknown) => {
      if (cause instanceof ServiceError) throw cause
      throw new ServiceError('usage', { reason: `The file ${file} cannot be read.` }, { cause })
    })
  },
  settle: (_caller, args) => ({ ...args, dump_file: resolve(args.dump_file) }),
  run: async (context, { dump_file: file }) => {
    const { scenario, actor } = context
    const request = { path: file, scenario, user: actor.userId }
    const { rows, leftOut } = await restoreScenario(scenarioWork(context), request)
    if (leftOut.length > 0) {
      context.log(
        `Not restored, because these custom attributes were deleted: ${leftOut.join(', ')}.`,
        'warning',
      )
    }
    return `Restored ${rows} records into "${scenario}".`
  },
})
