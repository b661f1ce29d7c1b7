/** Runs the statements of a file and records the number of rows that they changed. */
import { keepUnlogged, settleUnlogged } from '../../data/write/log/unlogged-changes.ts'
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
  const own = { ...context, actor: { ...context.actor, origin: file.name } }
  let notices = 0
  const counts = await runSql(text, {
    database: context.home,
    role,
    scenario: context.scenario,
    timeout: sql.timeout,
    signal: context.signal,
    beforeCommit: (transaction, counts) => keepUnlogged(own, transaction, counts),
    onNotice: (notice) => {
      notices += 1
      if (notices <= mostNotices) log(`${file.name}: ${notice}`)
    },
  })
  if (notices > mostNotices) log(`${file.name}: … and ${notices - mostNotices} more notices.`)
  // The changes are stored, whatever happens here.
  try {
    await settleUnlogged(context)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log(
      `${file.name} is imported, but the change log does not contain it yet, because: ${reason} It follows.`,
      'warning',
    )
  }
  return counts
}
