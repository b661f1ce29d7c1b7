/**
 * Executes statements as the superuser of a cluster whose server does not run, with PostgreSQL in single-user mode,
 * without network and without password. Like every start, it first recovers from a crash.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

export interface SingleUserOptions {
  readonly binaries: Binaries
  readonly data: string
  readonly account: Account | undefined
  /** False only for temporary servers of tests. */
  readonly durable: boolean
}

/** Maximum number of characters of the output that are kept; its end contains the error. */
const longestOutput = 1_000_000

/**
 * Executes the statements in a database, one after the other, until one fails. Returns the output of PostgreSQL. A
 * statement must not contain an empty line after a semicolon, because PostgreSQL considers it the end of the
 * statement.
 */
export async function runSingleUser(
  { binaries, data, account, durable }: SingleUserOptions,
  database: string,
  statements: readonly string[],
): Promise<string> {
  // Errors are reported without the statement, which may be long. PostgreSQL flushes all data to disk when it ends.
  const shared = ['exit_on_error=on', 'log_min_error_statement=panic', 'synchronous_commit=off']
  const settings = [...shared, ...(durable ? [] : ['fsync=off'])].flatMap((one) => ['-c', one])
  const child = spawn(binaries.postgres, ['--single', '-j', '-D', data, ...settings, database], {
    ...account,
    cwd: '/',
    // Signals for a terminal do not reach it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: process.env['TZ'] },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-longestOutput)
    })
  }
  // PostgreSQL stops reading when a statement fails, and reports it by its exit code.
  child.stdin.on('error', () => undefined)
  child.stdin.end(statements.map((statement) => `${statement.trim()};\n\n`).join(''))
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0) throw new Error(`PostgreSQL ended with ${String(code)}:\n${output.slice(-4000).trim()}`)
  return output
}
