/** An SQL session for machines without psql: statements end with a semicolon, results are shown as a table. */
import { createInterface } from 'node:readline'
import type { QueryResult } from 'pg'
import type { Database } from '../database/database.ts'
import { foreignText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { CommandContext } from './command.ts'

/** Maximum number of characters shown of a value. */
const widest = 60

/** Runs until the input ends or contains `\q`. Without a terminal the first error ends it. */
export async function runSqlPrompt(
  database: Database,
  searchPath: string,
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
): Promise<void> {
  if (terminal.interactive) terminal.say('End statements with ";". \\q leaves.')
  await database.withClient(async (client) => {
    await client.query(`SELECT set_config('search_path', $1, false)`, [searchPath])
    // Opened only now, because lines that arrive before the loop below reads them would be lost.
    const reader = createInterface({
      input: process.stdin,
      terminal: terminal.interactive,
      ...(terminal.interactive ? { output: process.stderr } : {}),
      signal,
    })
    reader.on('SIGINT', () => reader.close())
    const prompt = (begun: boolean): void => {
      if (!terminal.interactive) return
      reader.setPrompt(begun ? '… ' : 'sql> ')
      reader.prompt()
    }
    let statement = ''
    try {
      prompt(false)
      for await (const line of reader) {
        if (line.trim() === '\\q') break
        statement = `${statement}${line}\n`
        if (/;\s*$/.test(statement)) {
          await show(statement)
          statement = ''
        }
        prompt(statement !== '')
      }
      if (statement.trim() !== '') await show(statement)
    } finally {
      reader.close()
      await client.query('RESET search_path')
    }

    async function show(text: string): Promise<void> {
      try {
        const results: QueryResult | readonly QueryResult[] = await client.query({ text, rowMode: 'array' })
        for (const result of [results].flat()) terminal.print(describe(result))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (!terminal.interactive)
          throw new ServiceError('command_failed', { reason: foreignText(reason) }, { cause: error })
        terminal.say(`ERROR: ${reason}`)
      }
    }
  })
}

function describe({ fields, rows, command, rowCount }: QueryResult): string {
  if (fields.length === 0) return rowCount === null ? command : `${command} ${rowCount}`
  const cells = rows.map((row: unknown) => (Array.isArray(row) ? row : []).map(cellText))
  const heads = fields.map(({ name }) => name)
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]): string => row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-')
  const count = `(${rows.length} row${rows.length === 1 ? '' : 's'})`
  return [line(heads), rule, ...cells.map(line), count].join('\n')
}

function cellText(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text
}
