/** Runs the statements of a file and records the number of rows that they changed. */
import { openChangeSet } from '../../data/write/log/change-set.ts'
import { decodeText } from '../csv/decode.ts'
import { longestScript, runSql, type TableCounts } from '../sql/run-sql.ts'
import { fileRefused } from '../tables/columns.ts'
import type { FolderImport } from './folder-import.ts'
import type { RecognisedFile } from './recognise.ts'
import type { SourceFile } from './source-file.ts'

/** Maximum number of notices of a file that are logged. */
const mostNotices = 100

/**
 * Returns the role under which statements run. Throws `file_refused` if no role is set or the user may not run
 * statements.
 */
export function requireSqlRole({ sql, context }: FolderImport): string {
  if (sql.role === undefined) {
    throw fileRefused({ code: 'statements_without_role', params: { scenario: context.scenario } })
  }
  if (!sql.allowed) throw fileRefused({ code: 'statements_of_superusers' })
  return sql.role
}

/** Runs the statements of a file in their own transaction. Throws `file_refused`. */
export async function runStatements(
  file: RecognisedFile,
  source: SourceFile,
  job: FolderImport,
): Promise<ReadonlyMap<string, TableCounts>> {
  const { sql, context, conventions, log } = job
  const role = requireSqlRole(job)
  let text = ''
  for await (const piece of decodeText(source.bytes(), conventions.charset).text) {
    text += piece
    if (text.length > longestScript) {
      throw fileRefused({ code: 'script_too_long', params: { millions: longestScript / 2 ** 20 } })
    }
  }
  let notices = 0
  const counts = await runSql(text, {
    database: context.home,
    role,
    scenario: context.scenario,
    timeout: sql.timeout,
    signal: context.signal,
    onNotice: (notice) => {
      notices += 1
      if (notices <= mostNotices) log(`${file.name}: ${notice}`)
    },
  })
  if (notices > mostNotices) log(`${file.name}: … and ${notices - mostNotices} more notices.`)
  await noteChanges(file, counts, job)
  return counts
}

/** Stores a change set with counts, because the log of records does not contain the changes of statements. */
async function noteChanges(
  { name }: RecognisedFile,
  counts: ReadonlyMap<string, TableCounts>,
  { context }: FolderImport,
): Promise<void> {
  const own = { ...context, actor: { ...context.actor, origin: name } }
  await context.home.withTransaction(async (client) => {
    const changes = await openChangeSet(client, own)
    for (const [table, numbers] of counts) {
      const entity = context.model.entities.find(
        (one) => one.schema === 'scenario' && one.view === undefined && one.table === table,
      )
      if (entity !== undefined) changes.count(entity.name, numbers, 'counts')
    }
    await changes.close(client)
  })
}
