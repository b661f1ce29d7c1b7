/** Exports the account events as lines of JSON, for systems that collect security events. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { Type } from '../../contract/type.ts'
import { mostExported, securityLines } from '../../auth/security-export.ts'
import { defineCommand } from '../command.ts'
import { withInstallation } from '../installation.ts'

/** Number of lines after which a slow reader is waited for. */
const linesPerFlush = 100

export const audit = defineCommand({
  help: `Writes sign-ins, failures, password changes and all events of second factors, oldest first, one JSON object per line. The
last line contains the cursor for the next export. With --state the cursor is kept in that file, and each export writes
only the events since the previous one.`,
  examples: [
    ['planctl audit export', 'all stored events'],
    ['planctl audit export --state=/var/lib/siem/planning.cursor >> accounts.ndjson', 'only new events'],
  ],
  parameters: Type.Object({
    action: Type.Enum(['export'], { description: 'Action.' }),
    since: Type.String({ default: '', description: 'Only events after this cursor.' }),
    state: Type.Optional(Type.String({ minLength: 1, description: 'File that stores the cursor.' })),
    limit: Type.Integer({
      minimum: 1,
      maximum: mostExported,
      default: mostExported,
      description: 'Maximum number of events.',
    }),
  }),
  positional: ['action'],
  run: (context, { since, state, limit }) =>
    withInstallation(context, async (database) => {
      const begin = since === '' && state !== undefined ? await cursorIn(state) : since
      let last = ''
      let lines = 0
      for await (const line of await securityLines({
        database,
        since: begin,
        limit,
        signal: context.signal,
      })) {
        last = line
        lines += 1
        context.terminal.print(line.trimEnd())
        if (lines % linesPerFlush === 0) await context.terminal.flush()
      }
      // The cursor moves only past events that are out; otherwise the next export would leave them out for good.
      await context.terminal.flush()
      const [, cursor] = /"cursor":"([^"]+)"/.exec(last) ?? []
      if (state === undefined || cursor === undefined) return
      // Replaces the file atomically, so that a concurrent reader gets either the old or the new cursor.
      await writeFile(`${state}.new`, `${cursor}\n`, { mode: 0o600 })
      await rename(`${state}.new`, state)
    }),
})

async function cursorIn(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
