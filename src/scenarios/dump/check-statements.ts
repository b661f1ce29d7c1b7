/**
 * Checks part by part that a dump contains only the sections and statements that `writeSchema` and `backupScenario`
 * write. Users and permissions are restored only by psql; a restore into a scenario skips them.
 */
import { identifier } from '../../database/identifiers.ts'
import { controlSchema } from '../scenario.ts'
import type { DumpHeader } from './dump-format.ts'
import { type DumpPart, dumpParts, foreignStatement } from './read-dump.ts'
import { type Made, type Place, type Shape, shapeOf } from './statement-shapes.ts'
import { ending, preamble } from './write-dump.ts'

type Section = 'outside' | 'passed over' | Place

/** Called with the parts in their order; returns the shape of a statement. Throws `dump_refused`. */
export type StatementCheck = (part: DumpPart) => Shape | undefined

const around: ReadonlySet<string> = new Set(`${preamble}${ending}`.trim().split('\n'))

export function createStatementCheck({ scenario }: Pick<DumpHeader, 'scenario'>): StatementCheck {
  const made: Made = { tables: new Map(), sequences: new Set() }
  const schemas = new Set<string>()
  const opening = [`CREATE SCHEMA ${identifier(scenario)}`, `SET search_path TO ${identifier(scenario)}`]
  let section: Section = 'outside'
  let table = ''

  /** Returns whether a mark or the rows of a table are allowed here. Enters the section that starts. */
  function enters(part: Exclude<DumpPart, { kind: 'statement' }>): boolean {
    if (part.kind === 'schema') {
      const known = part.name === scenario || part.name === controlSchema
      if (section !== 'outside' || !known || schemas.has(part.name)) return false
      schemas.add(part.name)
      section = part.name === scenario ? 'tables' : 'passed over'
      return true
    }
    if (section === 'outside') return false
    if (part.kind === 'end') {
      const last = section === 'keys' || section === 'passed over'
      section = 'outside'
      return last
    }
    if (section === 'passed over') return true
    if (part.kind === 'rows') return section === 'table' && part.sql === copyOf(part)
    if (section === 'keys') return false
    section = part.kind === 'table' ? 'table' : 'keys'
    if (part.kind === 'table') ({ table } = part)
    return part.kind !== 'table' || made.tables.has(table)
  }

  function statementShape(sql: string): Shape | undefined {
    if (section === 'outside') return around.has(`${sql};`) ? {} : undefined
    if (section === 'passed over') return {}
    if (section === 'tables' && opening.length > 0) return sql === opening.shift() ? {} : undefined
    const shape = shapeOf(sql, section, made)
    return section === 'table' && shape?.table !== table ? undefined : shape
  }

  return (part) => {
    if (part.kind === 'statement') {
      const shape = statementShape(part.sql.trimEnd().slice(0, -1))
      if (shape === undefined) throw foreignStatement(part.line, part.sql)
      return shape
    }
    if (!enters(part))
      throw foreignStatement(part.line, part.kind === 'rows' ? part.sql : JSON.stringify(part))
    return undefined
  }
}

const copyOf = ({ table, columns }: Extract<DumpPart, { kind: 'rows' }>): string =>
  `COPY ${identifier(table)} (${columns.map((column) => identifier(column)).join(', ')}) FROM stdin;`

/** Reads the whole dump. Throws `dump_refused` for the first statement that "planctl backup" does not write. */
export async function checkStatements(path: string, header: DumpHeader, signal?: AbortSignal): Promise<void> {
  const check = createStatementCheck(header)
  for await (const part of dumpParts(path, signal)) check(part)
}
