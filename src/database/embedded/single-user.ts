/**
 * Runs statements as the superuser of a cluster whose server does not run: PostgreSQL alone on the data, without
 * network and without password. It first recovers what a crash has left, as every start does.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

export interface SingleUserOptions {
  readonly binaries: Binaries
  readonly data: string
  readonly account: Account | undefined
  /** False only for throw-away servers of tests. */
  readonly durable: boolean
}

/** Characters of the output that are kept: its end says what went wrong. */
const longestOutput = 1_000_000

/**
 * Runs the statements in a database, one after the other; the first that fails ends it. Answers what PostgreSQL wrote.
 * No statement may contain an empty line after a semicolon: that is where PostgreSQL takes it to end.
 */
export async function runSingleUser(
  { binaries, data, account, durable }: SingleUserOptions,
  database: string,
  statements: readonly string[],
): Promise<string> {
  // Errors are told without the statement, which may be long. Its end writes all to disk.
  const shared = ['exit_on_error=on', 'log_min_error_statement=panic', 'synchronous_commit=off']
  const settings = [...shared, ...(durable ? [] : ['fsync=off'])].flatMap((one) => ['-c', one])
  const child = spawn(binaries.postgres, ['--single', '-j', '-D', data, ...settings, database], {
    ...account,
    cwd: '/',
    // Signals meant for a terminal do not reach it.
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
  // It stops reading when a statement fails; its exit code then says so.
  child.stdin.on('error', () => undefined)
  child.stdin.end(statements.map((statement) => `${statement.trim()};\n\n`).join(''))
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0) throw new Error(`PostgreSQL ended with ${String(code)}:\n${output.slice(-4000).trim()}`)
  return output
}
