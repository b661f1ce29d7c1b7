/** Checks the installation and shows a remedy for each fault. */
import { Type } from '../../contract/type.ts'
import type { Database } from '../../database/database.ts'
import { embeddedFolder } from '../../database/with-database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { checkCertificates } from '../doctor/certificate-checks.ts'
import {
  checkBackups,
  checkClock,
  checkDatabase,
  checkSchema,
  checkSharedPlaces,
  checkWorkers,
} from '../doctor/database-checks.ts'
import { failed, type Finding } from '../doctor/finding.ts'
import { checkFolders, checkInstallation, checkSettings, checkStore } from '../doctor/machine-checks.ts'
import { installedExtensions } from '../extensions.ts'
import { withBareDatabase } from '../installation.ts'
import type { Settings } from '../../settings/settings.ts'

export const doctor = defineCommand({
  help: `Checks the installation, its settings, folders and disks, the database (reachable, version, schema, replicas,
connections), clocks, certificates, backups and workers, and suggests a remedy for each problem. The exit code is 1 if
a check has failed; with warnings only it is 0.`,
  examples: [
    ['planctl doctor', 'after an installation or an update'],
    ['planctl doctor --json', 'for programs'],
  ],
  parameters: Type.Object({
    json: Type.Boolean({ default: false, description: 'Print the findings as JSON.' }),
  }),
  positional: [],
  run: async (context, { json }) => {
    const findings = await examine(context)
    if (json) context.terminal.print(JSON.stringify({ findings }, undefined, 2))
    else for (const finding of findings) context.terminal.print(lineOf(finding))
    const failures = findings.filter(({ state }) => state === 'failed').length
    if (failures === 0) return
    const reason = failures === 1 ? 'One check has failed.' : `${failures} checks have failed.`
    throw new ServiceError('command_failed', { reason })
  },
})

const marks: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
}

function lineOf({ check, state, message, remedy }: Finding): string {
  const text = `${marks[state]}  ${check.padEnd(12)}  ${message}`
  return remedy === undefined ? text : `${text}. ${remedy}`
}

async function examine(context: CommandContext): Promise<readonly Finding[]> {
  const installation = await checkInstallation()
  let settings: Settings
  try {
    settings = context.settings()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [...installation, failed('settings', error.message, 'Correct them; planctl settings shows them.')]
  }
  const [folders, store, certificates, database] = await Promise.all([
    checkFolders(settings),
    checkStore(settings),
    checkCertificates(settings),
    examineDatabase(context, settings),
  ])
  return [...installation, ...checkSettings(settings), ...folders, ...store, ...database, ...certificates]
}

/** Checks the archive; loads the modules for it only if one is configured. */
async function examineArchive(database: Database, settings: Settings): Promise<readonly Finding[]> {
  const archive = settings.DATABASE_ARCHIVE
  if (archive === undefined) return []
  const [{ checkArchive }, { embeddedPaths }] = await Promise.all([
    import('../doctor/archive-checks.ts'),
    import('../../database/embedded/paths.ts'),
  ])
  return checkArchive(database, archive, embeddedPaths(embeddedFolder(settings)).data)
}

async function examineDatabase(context: CommandContext, settings: Settings): Promise<readonly Finding[]> {
  try {
    return await withBareDatabase(context, async (database, { version, embedded }) => {
      const { additions } = await installedExtensions(context)
      const schema = await checkSchema(database, additions)
      const isUsable = schema.every(({ state }) => state === 'ok')
      return [
        ...(await checkDatabase(database, settings, version)),
        ...schema,
        ...(await checkClock(database)),
        ...(embedded
          ? await examineArchive(database, settings)
          : await checkSharedPlaces(database, settings)),
        ...(isUsable ? [...(await checkBackups(database)), ...(await checkWorkers(database))] : []),
      ]
    })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [failed('database', error.message, 'The other checks of the database were left out.')]
  }
}
