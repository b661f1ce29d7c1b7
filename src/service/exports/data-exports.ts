/** Reads the records of `execute.dataexport`: exports that users have defined. */
import { faultsIn, fits } from '../../settings/schema-check.ts'
import type { ControlDatabase } from '../../database/database.ts'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { describeFault } from '../../settings/faults.ts'
import { type ExportArguments, exportArguments } from './arguments.ts'

export interface DataExportRecord {
  /** Name of the file. */
  readonly name: string
  readonly sql: string | null
  readonly report: string | null
  /** Throws `export_failed` for invalid arguments. */
  readonly args: () => ExportArguments
}

export async function loadDataExports(
  database: Pick<ControlDatabase, 'query'>,
): Promise<readonly DataExportRecord[]> {
  const { rows } = await database.query<{
    name: string
    sql: string | null
    report: string | null
    arguments: string | null
  }>({ text: `SELECT "name", "sql", "report", "arguments" FROM control."dataexport" ORDER BY "name"` })
  return rows.map(({ name, sql, report, arguments: text }) => ({
    name,
    sql,
    report,
    args: () => {
      const value: unknown = text === null ? {} : JSON.parse(text)
      const fault = argumentFault(value)
      if (fault !== undefined) {
        const reason = { code: 'nested', params: { field: 'arguments', message: fault } } as const
        throw new ServiceError('export_failed', { reason })
      }
      return fits(exportArguments, value) ? value : {}
    },
  }))
}

/** Returns the first fault of the arguments; undefined if there is none. */
export function argumentFault(value: unknown): Message | undefined {
  const [fault] = faultsIn(exportArguments, value)
  if (fault === undefined) return undefined
  const place = fault.instancePath.slice(1).replaceAll('/', '.')
  const message = describeFault({ ...fault, instancePath: '' }, value, false)
  return place === '' ? message : { code: 'value_of', params: { place, message } }
}
