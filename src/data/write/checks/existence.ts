/**
 * Set-based checks of staged records against stored records. Each check adds its errors by index and continues after
 * the first one.
 */
import type { Message } from '../../../errors/messages.ts'
import { recordLevel } from '../../../errors/service-error.ts'
import { defaultExpression } from '../../../database/ddl.ts'
import { identifier, literal } from '../../../database/identifiers.ts'
import type { Batch } from '../batch.ts'
import type { Shape } from '../intake/shape.ts'
import { stage, type Staged } from '../intake/staging.ts'
import { differs, sameRecord, type Target } from '../merge/target.ts'

interface Offender {
  readonly index: number
  /** Key of the record; null for a record that is known by its natural key. */
  readonly value: string | null
  /** Values of the natural key that the row gives; null without a natural key. */
  readonly natural: string | null
}

/**
 * Checks that records exist if they must, do not exist if they must not, and that the writer may add or change them.
 */
export async function checkExistence(
  { client, target, shape, request, faults }: Batch,
  staged: Staged,
): Promise<void> {
  const { mode, mayAdd, mayChange, scope } = request
  const keyName = shape.columns[0]!.field.name
  const same = sameRecord(shape, 't', 's', 'key')
  const mustExist = mode === 'update' || mode === 'replace'
  const find = async (
    condition: string,
    field: string,
    message: (value: string) => Message,
  ): Promise<void> => {
    const offenders = await client.query<Offender>(
      `SELECT s."_i" AS index, ${givenKey(shape, target.key)} AS value, ${naturalText(shape)} AS natural
       FROM ${stage} s WHERE ${condition} ${faults.limit}`,
    )
    for (const { index, value, natural } of offenders.rows) {
      const known = faults.of(index)?.[recordLevel] ?? []
      // A message that the scenario is free replaces the message that it does not exist.
      if (known.some(({ code }) => code === 'scenario_is_free')) continue
      const isNatural = field === keyName && value === null && natural !== null
      faults.add(index, isNatural ? recordLevel : field, message(value ?? natural ?? ''))
    }
  }
  const inScope =
    scope === undefined ? '' : ` AND t.${identifier(scope.field)} = ${scopeLiteral(scope.value)}`
  const exists = `EXISTS (SELECT FROM ${target.table} t WHERE ${same})`
  const reachable = `EXISTS (SELECT FROM ${target.table} t WHERE ${same}${inScope})`
  if (mustExist) {
    await find(`NOT ${reachable}`, keyName, (value) => ({ code: 'unknown_key', params: { value } }))
  } else if (!mayAdd) {
    await find(`NOT ${exists}`, recordLevel, () => ({ code: 'not_permitted', params: { action: 'add' } }))
  }
  if (mode === 'create') await find(exists, keyName, () => ({ code: 'duplicate' }))
  const changes = `EXISTS (SELECT FROM ${target.table} t WHERE ${same} AND ${differs({ columns: staged.given, uniform: staged.uniform }, 's', 't')})`
  const changeRefused = mayChange
    ? scope === undefined
      ? undefined
      : `${exists} AND NOT ${reachable}`
    : changes
  if (changeRefused !== undefined && !(mustExist && mayChange)) {
    await find(changeRefused, recordLevel, () => ({ code: 'not_permitted', params: { action: 'change' } }))
  }
}

/** Returns SQL of the key that a row of the request gives; null if the row is known by its natural key. */
const givenKey = ({ naturalPositions }: Shape, key: string): string =>
  naturalPositions.length === 0
    ? `s.${key}::text`
    : `CASE WHEN get_bit(s."_set", 0) = 1 THEN s.${key}::text END`

/** Returns SQL of the values of the natural key that a row of the request gives, such as `pen, plant`. */
function naturalText({ columns, naturalPositions }: Shape): string {
  const values = naturalPositions.map(
    (position) =>
      `CASE WHEN get_bit(s."_set", ${position}) = 1 THEN nullif(s.${identifier(columns[position]!.field.column)}::text, '') END`,
  )
  return values.length === 0 ? 'NULL' : `concat_ws(', ', ${values.join(', ')})`
}

const scopeLiteral = (value: number | string): string =>
  typeof value === 'number' ? String(value) : literal(value)

/**
 * Processes blank cells of a table: new records get the default; in existing records the field is cleared, or the
 * cell is an error if the field requires a value.
 */
export async function settleBlanks(
  { client, context, target, shape, faults }: Batch,
  staged: Staged,
): Promise<void> {
  if (staged.blanks.size === 0) return
  const exists = `EXISTS (SELECT FROM ${target.table} t WHERE ${sameRecord(shape, 't', 's', 'key')})`
  const fields = [...staged.blanks].map((position) => shape.columns[position]!.field)
  for (const { name, column } of fields.filter(({ nullable }) => !nullable)) {
    const { rows } = await client.query<{ index: number }>(
      `SELECT s."_i" AS index FROM ${stage} s WHERE s.${identifier(column)} IS NULL AND ${exists} ${faults.limit}`,
    )
    for (const { index } of rows) faults.add(index, name, { code: 'null' })
  }
  const columns = fields.map((field) => identifier(field.column))
  const defaults = fields.map((field) => defaultExpression(context.model, field) ?? 'NULL')
  await client.query(
    `UPDATE ${stage} s SET ${columns.map((column, place) => `${column} = coalesce(s.${column}, ${defaults[place]})`).join(', ')}
     WHERE (${columns.map((column) => `s.${column} IS NULL`).join(' OR ')}) AND NOT ${exists}`,
  )
}

/** Checks that new records have a value for every required field. */
export async function checkRequired({ client, target, shape, faults }: Batch, staged: Staged): Promise<void> {
  const given = new Set(staged.given.map(({ position }) => position))
  const suspects = shape.requiredPositions.filter((position) => !staged.uniform || !given.has(position))
  for (const position of suspects) {
    const { rows } = await client.query<{ index: number }>(
      `SELECT s."_i" AS index FROM ${stage} s
       WHERE get_bit(s."_set", ${position}) = 0
         AND NOT EXISTS (SELECT FROM ${target.table} t WHERE ${sameRecord(shape, 't', 's', 'key')})
       ${faults.limit}`,
    )
    const { name } = shape.columns[position]!.field
    for (const { index } of rows) faults.add(index, name, { code: 'required' })
  }
}

/** Called after a failed merge: finds records whose unique fields belong to another record. */
export async function findDuplicates({ client, target, shape, faults }: Batch): Promise<void> {
  const natural = target.entity.naturalKeyUnique && shape.surrogate ? [shape.naturalPositions] : []
  const unique = shape.columns.filter(({ field, position }) => field.unique && position !== 0)
  for (const positions of [...natural, ...unique.map(({ position }) => [position])]) {
    const fields = positions.map((position) => shape.columns[position]!.field)
    const { rows } = await client.query<{ index: number; exchanged: boolean }>(
      duplicates(target, shape, positions),
    )
    for (const { index, exchanged } of rows) {
      if (fields.length === 1)
        faults.add(index, fields[0]!.name, { code: exchanged ? 'exchanged' : 'duplicate' })
      else {
        const names = fields.map(({ name }) => name).join(', ')
        const code = exchanged ? 'exchanged_natural_key' : 'duplicate_natural_key'
        faults.add(index, recordLevel, { code, params: { fields: names } })
      }
    }
  }
}

/**
 * Returns SQL of the staged rows that would have the same values in these columns as another record, stored or
 * staged; `exchanged` if only a record has them that gives them up in the same request: the unique indexes of PostgreSQL
 * compare each row at once, not the result of the statement.
 */
function duplicates(target: Target, shape: Shape, positions: readonly number[]): string {
  const columns = positions.map((position) => identifier(shape.columns[position]!.field.column))
  const after = positions.map(
    (position, place) =>
      `CASE WHEN e.${target.key} IS NULL OR get_bit(s."_set", ${position}) = 1
         THEN s.${columns[place]} ELSE e.${columns[place]} END AS ${columns[place]}`,
  )
  const duplicate = (relation: string): string => {
    const same = columns.map((column) => `t.${column} IS NOT DISTINCT FROM a.${column}`).join(' AND ')
    return `EXISTS (SELECT FROM ${relation} t WHERE ${same} AND t."_k" <> a."_k")`
  }
  const stored = (where: string): string =>
    `(SELECT ${target.key} AS "_k", ${columns.join(', ')} FROM ${target.table} ${where})`
  return `WITH after AS MATERIALIZED (
      SELECT s."_i", s.${target.key} AS "_k", ${after.join(', ')}
      FROM ${stage} s LEFT JOIN ${target.table} e ON e.${target.key} = s.${target.key})
    SELECT d."_i" AS index, NOT d."kept" AS exchanged FROM (
      SELECT a."_i", ${duplicate(stored(''))} AS "stored",
        ${duplicate(stored(`WHERE ${target.key} NOT IN (SELECT ${target.key} FROM ${stage} WHERE ${target.key} IS NOT NULL)`))}
          OR ${duplicate('after')} AS "kept"
      FROM after a) d
    WHERE d."stored" OR d."kept"`
}
