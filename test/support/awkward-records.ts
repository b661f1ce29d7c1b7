/**
 * Records with values that are difficult for file formats: texts that spreadsheets read as formulas, numbers or
 * dates, quotes, line breaks, delimiters, comment signs, escapes, and the limits of every type.
 */
import type { DataContext } from '../../src/data/context.ts'
import { workbookEntities } from '../../src/files/workbook/workbook-entities.ts'
import { type Entity, keyField } from '../../src/model/entity.ts'
import type { Field, FieldType } from '../../src/model/field.ts'
import { buildExample, type Key, withinBounds } from './examples.ts'
import { type JsonRecord, write } from './records.ts'

/** Number of records of each entity. */
const count = 14

export const awkwardTexts = [
  '=1+1',
  'say "hi", then; go',
  'one line\nanother one\r\nand \ta third',
  'Größe ß Ünïcødé 漢字 かな 🚲 é',
  `'quoted'`,
  '# no comment',
  '-5 % off',
  '00123',
  '1,5',
  'TRUE',
  String.raw`null \N \. \\ C:\temp`,
  '_x000D_ <b>&amp;</b> ]]>',
  '@home + 2026-03-01',
  'inner  blanks and\u00a0a hard one',
] as const

/** Prefixes of keys; keys usually are names and part numbers. */
const keyBeginnings = [
  '=1+1 ',
  '# ',
  '"',
  '-',
  '007 ',
  'Ä ',
  `'`,
  '@',
  ';',
  ',',
  '\\',
  '<',
  '1e3 ',
  '',
] as const

const values: Readonly<Partial<Record<FieldType, readonly unknown[]>>> = {
  text: awkwardTexts,
  number: [0, 1, -1, 0.1, 1e-7, 123456789.125, 1e15, 1e-60, 1e60, 0.30000000000000004, 1234.5, -0.5, 1e21],
  integer: [0, 1, -1, 2_147_483_647, -2_147_483_648, 42],
  boolean: [true, false],
  datetime: [
    '1971-01-01T00:00:00',
    '2030-12-31T23:59:59',
    '2026-03-29T02:30:00',
    '2026-02-28T12:00:00.123456',
    '1900-01-01T00:00:00',
    '2026-10-25T02:30:00.5',
  ],
  date: ['1971-01-01', '2028-02-29', '9999-12-31', '1900-03-01'],
  time: ['00:00:00', '23:59:59', '12:34:56.789', '06:00:00'],
  duration: [
    '00:00:00',
    '00:00:00.000001',
    '1 02:03:04.5',
    '3650 00:00:00',
    '-00:00:01',
    '00:00:59',
    '23:59:59',
  ],
  json: [{ a: [1, 'two', null], 'ké"y': { b: true } }, [], 'text', 17.5, { '=1+1': '\n' }],
}

/** Earlier than every other plannable date, so that no record ends before it starts. */
const earliestStart = '1970-01-01T00:00:00'
/** Ends of records whose starts identify them, and therefore are in March 2026. */
const lateEnds = ['2030-12-31T23:59:59', '2026-10-25T02:30:00.5', '2026-04-28T12:00:00.123456']

const valueOf = (entity: Entity, field: Field, index: number): unknown => {
  const start = entity.view === undefined ? entity.period?.start : 'startdate'
  if (field.name === start) return earliestStart
  if (field.name === entity.period?.end) return lateEnds[index % lateEnds.length]
  const list: readonly unknown[] = field.choices ?? values[field.type] ?? []
  const value = withinBounds(field, list[index % list.length])
  return typeof value === 'string' && field.maxLength !== undefined ? value.slice(0, field.maxLength) : value
}

/** A blank field of a new record gets the default; therefore only fields without a default may be empty. */
const mayBeNull = ({ nullable, required, default: fallback }: Field): boolean =>
  nullable && !required && (fallback === undefined || fallback === null)

function awkwardRecord(entity: Entity, index: number, pool: ReadonlyMap<string, readonly Key[]>): JsonRecord {
  const example = buildExample(entity, index, pool, { prefix: 'Awkward' })
  const given = Object.entries(example).map(([name, value]) => {
    const field = entity.fieldByName.get(name)!
    if (field.reference !== undefined || isFixed(entity, field)) return [name, value] as const
    if (field === keyField(entity)) return [name, `${keyBeginnings[index]}${String(value)}`] as const
    if (entity.naturalKey.includes(name) || field.unique) return [name, value] as const
    const blank = index % count === count - 1 && mayBeNull(field)
    return [name, blank ? null : valueOf(entity, field, index + entity.fields.indexOf(field))] as const
  })
  return Object.fromEntries(
    given.filter(([name, value]) => value !== null || mayBeNull(entity.fieldByName.get(name)!)),
  )
}

/** Returns whether the value of a field depends on other fields. */
const isFixed = ({ name: entity }: Entity, { name }: Field): boolean =>
  entity.startsWith('input.operationplan') && ['status', 'type', 'startdate', 'enddate'].includes(name)

/**
 * Stores records of every entity that files can contain; most have every field filled, the last one has empty fields.
 */
export async function storeAwkward(context: DataContext): Promise<void> {
  const pool = new Map<string, readonly Key[]>()
  for (const entity of workbookEntities(context.model)) {
    const records = Array.from({ length: count }, (_, index) => awkwardRecord(entity, index, pool))
    const { stored } = await write(context, entity.name, records, { createMissing: [] })
    pool.set(
      entity.name,
      stored.flatMap((record) => {
        const key = record[entity.key]
        return typeof key === 'string' || typeof key === 'number' ? [key] : []
      }),
    )
  }
}
