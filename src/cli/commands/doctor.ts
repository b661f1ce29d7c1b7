/** Checks the installation and shows a remedy for each fault. */
import { Type } from '../../contract/type.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { examine } from '../../http/doctor/examine.ts'
import { type FindingState, type WordedFinding, wordFinding } from '../../http/doctor/finding.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { installedExtensions } from '../extensions.ts'
import { requireCluster, withBareDatabase } from '../installation.ts'

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
    const findings = await examineHere(context)
    if (json) context.terminal.print(JSON.stringify({ findings }, undefined, 2))
    else for (const finding of findings) context.terminal.print(lineOf(finding))
    const failures = findings.filter(({ state }) => state === 'failed').length
    if (failures === 0) return
    const reason = failures === 1 ? 'One check has failed.' : `${failures} checks have failed.`
    throw new ServiceError('command_failed', { reason: englishText(reason) })
  },
})

const marks: Readonly<Record<FindingState, string>> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
}

function lineOf({ check, state, message, remedy }: WordedFinding): string {
  const text = `${marks[state]}  ${check.padEnd(12)}  ${message}`
  return remedy === undefined ? text : `${text}. ${remedy}`
}

async function examineHere(context: CommandContext): Promise<readonly WordedFinding[]> {
  const findings = await examine({
    settings: context.settings,
    withDatabase: async (run) => {
      requireCluster(context)
      return withBareDatabase(context, async (database, { version, embedded }) => {
        const { additions } = await installedExtensions(context)
        return run({ database, version, embedded, additions })
      })
    },
  })
  return findings.map((finding) => wordFinding(finding))
}
