/** Restores a backup into a scenario. */
import { resolve } from 'node:path'
import { Type } from 'typebox'
import { ServiceError } from '../../errors/service-error.ts'
import { readHeader } from '../../scenarios/dump/read-dump.ts'
import { restoreScenario } from '../../scenarios/dump/restore-scenario.ts'
import { defineTask } from '../definition.ts'
import { scenarioWork } from '../scenario-work.ts'

export const restore = defineTask({
  about: 'Replaces the planning data of the scenario by that of a backup. Users and rights stay as they are.',
  help: `The planning data of the scenario is replaced by that of the file. The file is checked first, the data built
beside what is there and brought up to this release: until then everybody goes on with the old data. Users and rights
stay as they are; those in a backup of production are for psql. What is replaced in production can be put back by
"planctl scenario_copy --revert-promote".`,
  examples: [
    ['planctl restore var/log/backup.default.20260314093000.sql.gz', 'production'],
    ['planctl restore backup.default.20260314093000.sql.gz --database=scenario1', 'to look at it elsewhere'],
  ],
  parameters: Type.Object(
    {
      dump_file: Type.String({
        minLength: 1,
        title: 'Backup',
        'x-hint': 'File that a backup has written.',
        description: 'File made by planctl backup.',
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
    const { rows } = await restoreScenario(scenarioWork(context), request)
    return `Restored ${rows} records into "${scenario}".`
  },
})
