/**
 * Texts in files that PostgreSQL reads itself. They are stored as those of all other writes: without blanks at both
 * ends, and null if nothing is left. Rows that are copied without staging are searched for other texts instead.
 */
import type pg from 'pg'
import { identifier, literal } from '../../../database/identifiers.ts'
import type { Model } from '../../../model/model.ts'
import { valueType } from '../../read/condition.ts'
import type { ShapeColumn } from './shape.ts'
import { stage } from './staging.ts'

/** All characters that `String.prototype.trim` removes. */
const blanks =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

interface TextColumn {
  /** True for a text that a write would store differently. */
  readonly untidy: string
  /** The assignment of the text that is stored. */
  readonly tidied: string
}

function textColumns(model: Model, columns: readonly ShapeColumn[]): readonly TextColumn[] {
  return columns.flatMap(({ field }) => {
    const type = valueType(model, field)
    if ((type !== 'text' && type !== 'choice') || field.writeOnly) return []
    const column = identifier(field.column)
    const trimmed = `btrim(${column}, ${literal(blanks)})`
    if (field.default === '' && !field.nullable)
      return [{ untidy: `${column} <> ${trimmed}`, tidied: `${column} = ${trimmed}` }]
    const untidy = `(${column} = '' OR ${column} <> ${trimmed})`
    return [{ untidy, tidied: `${column} = nullif(${trimmed}, '')` }]
  })
}

/** Returns the conditions for texts that would be stored differently, one per column of texts. */
export const untidyTexts = (model: Model, columns: readonly ShapeColumn[]): readonly string[] =>
  textColumns(model, columns).map(({ untidy }) => untidy)

/** Replaces the staged texts by those that are stored. */
export async function tidyTexts(
  client: pg.ClientBase,
  model: Model,
  columns: readonly ShapeColumn[],
): Promise<void> {
  const texts = textColumns(model, columns)
  if (texts.length === 0) return
  await client.query(
    `UPDATE ${stage} SET ${texts.map(({ tidied }) => tidied).join(', ')}
     WHERE ${texts.map(({ untidy }) => untidy).join(' OR ')}`,
  )
}
