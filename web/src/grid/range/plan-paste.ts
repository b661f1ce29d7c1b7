/**
 * Computes the effect of a paste before it is staged: changed cells, invalid texts, columns that cannot be written,
 * and new rows. It validates 1,000 × 20 cells in chunks, so that the screen stays responsive.
 */
import type { EntityMeta, FieldMeta, Row } from '../../platform/meta/entity-meta.ts'
import { newRowId } from '../stage/stage.ts'
import type { CellEdit } from '../stage/staged-rows.ts'
import type { FieldFormats } from '../../platform/values/field-formats.ts'
import { type Fault, parseValue } from '../../platform/values/parse-value.ts'

/** A record of the list, possibly a new one. */
export interface PasteRow {
  readonly id: string
  readonly base: Row | undefined
}

export interface PasteTarget {
  readonly meta: EntityMeta
  /** Fields of the columns from the target column. */
  readonly fields: readonly FieldMeta[]
  /** Records from the target row, including new ones; undefined after the last row. */
  readonly rows: readonly (PasteRow | undefined)[]
  /** Finds records of the list, also unsaved new ones, by their keys; by default among `rows`. */
  readonly find?: (keys: readonly string[]) => Promise<ReadonlyMap<string, PasteRow>>
  readonly formats: FieldFormats
  readonly mayAdd: boolean
  readonly mayChange: boolean
}

export interface PastePlan {
  readonly edits: readonly CellEdit[]
  /** Ids of the rows that would be created. */
  readonly added: readonly string[]
  readonly changedCells: number
  /** Number of distinct existing rows whose cells are written. */
  readonly changedRows: number
  readonly faults: readonly {
    readonly row: number
    readonly field: FieldMeta
    readonly text: string
    readonly fault: Fault
  }[]
  /** Columns that are skipped because they cannot be written. */
  readonly skipped: readonly FieldMeta[]
  /** Number of clipboard columns beyond the last column of the grid. */
  readonly beyond: number
  /** Number of clipboard rows that are ignored because records may not be added or changed. */
  readonly lost: number
  /** Whether the first clipboard row contains column names, which then determine the columns. */
  readonly headers: boolean
  /** The key if it is one of these columns; it then determines the records, whatever their place in the list. */
  readonly keyField: FieldMeta | undefined
  /** Whether the service generates the key; rows without a key are then new ones. */
  readonly generatedKey: boolean
  /** Number of clipboard rows that are ignored because of their key: it is blank, or a generated key is unknown. */
  readonly unmatched: number
  /** Number of clipboard rows that are ignored because a later one has the same key. */
  readonly repeated: number
  readonly preview: readonly (readonly string[])[]
  readonly columns: readonly (FieldMeta | undefined)[]
}

const pieceCells = 2_000

/** Computes the effect of a paste. Yields to the event loop between chunks. */
export async function planPaste(
  cells: readonly (readonly string[])[],
  target: PasteTarget,
): Promise<PastePlan> {
  // A single line is of values: there would be none besides the names.
  const named = cells.length > 1 ? headersOf(cells[0] ?? [], target.meta) : undefined
  const body = named === undefined ? cells : cells.slice(1)
  const width = Math.max(0, ...body.map((row) => row.length))
  const columns = named ?? Array.from({ length: width }, (_, index) => target.fields[index])
  const keyPlace = named?.findIndex((field) => field?.name === target.meta.key) ?? -1
  const keyField = named?.[keyPlace]
  const generatedKey = keyField !== undefined && !writable(keyField, target.meta, undefined)
  const keys = keyField && body.map((texts) => parseKey(keyField, texts[keyPlace] ?? '', target.formats))
  const records = keys && (await findRecords(keys, target))
  const lastOf = new Map(keys?.map((key, index) => [key, index] as const))
  const edits: CellEdit[] = []
  const added: string[] = []
  const faults: PastePlan['faults'][number][] = []
  const skipped = new Set<FieldMeta>()
  let lost = 0
  let unmatched = 0
  let repeated = 0
  let done = 0
  let changedRows = 0
  for (const [index, texts] of body.entries()) {
    const key = keys?.[index]
    const known = key === undefined ? target.rows[index] : records?.get(key)
    if (key !== undefined) {
      // An empty line is no new row.
      if (generatedKey && texts.every((text) => text.trim() === '')) continue
      if (generatedKey ? key !== '' && known === undefined : key === '') {
        unmatched += 1
        continue
      }
      if (key !== '' && lastOf.get(key) !== index) {
        repeated += 1
        continue
      }
    }
    if (known === undefined ? !target.mayAdd : known.base !== undefined && !target.mayChange) {
      lost += 1
      continue
    }
    const id = known?.id ?? newRowId()
    if (known === undefined) added.push(id)
    else changedRows += 1
    for (const [place, text] of texts.entries()) {
      const field = columns[place]
      if (field === undefined) continue
      if (!writable(field, target.meta, known?.base)) {
        // The copied rows may contain the key of the row itself.
        const same =
          field === keyField || (field.name === target.meta.key && text.trim() === String(known?.id))
        if (!same) skipped.add(field)
        continue
      }
      // Empty cells of new rows leave the default value of the field.
      if (known === undefined && text.trim() === '') continue
      const parsed = parseValue(field, text, target.formats)
      if ('fault' in parsed) {
        faults.push({ row: index, field, text, fault: parsed.fault })
        edits.push({
          id,
          base: known?.base,
          field: field.name,
          cell: { value: text, text, fault: parsed.fault },
        })
      } else edits.push({ id, base: known?.base, field: field.name, cell: { value: parsed.value } })
    }
    done += texts.length
    if (done >= pieceCells) {
      done = 0
      await nextTurn()
    }
  }
  return {
    edits,
    added,
    changedCells: edits.length,
    changedRows,
    faults,
    skipped: [...skipped],
    beyond: named === undefined ? Math.max(0, width - target.fields.length) : 0,
    lost,
    headers: named !== undefined,
    keyField,
    generatedKey,
    unmatched,
    repeated,
    preview: body.slice(0, 50),
    columns,
  }
}

/** Returns whether a field can be written. Keys of existing records and fields that are not editable cannot. */
export function writable(field: FieldMeta, meta: EntityMeta, base: Row | undefined): boolean {
  if (!field.editable || meta.readonly || field.type === 'identity') return false
  return base === undefined || field.name !== meta.key
}

/** Returns the text of a pasted key as `keyOf` returns it; empty for a blank cell. */
function parseKey(field: FieldMeta, text: string, formats: FieldFormats): string {
  if (text.trim() === '') return ''
  const parsed = parseValue(field, text, formats)
  return 'value' in parsed ? String(parsed.value) : text.trim()
}

async function findRecords(
  keys: readonly string[],
  { find, rows }: PasteTarget,
): Promise<ReadonlyMap<string, PasteRow>> {
  const distinct = [...new Set(keys)].filter((key) => key !== '')
  if (find !== undefined) return await find(distinct)
  return new Map(rows.flatMap((row) => (row?.base === undefined ? [] : [[row.id, row] as const])))
}

/** Returns the fields named by the first clipboard row; undefined if a cell is not the name of a field. */
function headersOf(
  first: readonly string[],
  meta: EntityMeta,
): readonly (FieldMeta | undefined)[] | undefined {
  if (first.length === 0) return undefined
  const byName = new Map(
    meta.fields.flatMap((field) =>
      [field.name, field.label].map((name) => [name.toLowerCase(), field] as const),
    ),
  )
  const fields = first.map((text) => byName.get(text.trim().toLowerCase()))
  const distinct = new Set(fields).size === fields.length
  return distinct && fields.every((field) => field !== undefined) ? fields : undefined
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Returns whether a paste has effects beyond changed cells; such a paste is previewed. */
export const needsPreview = (plan: PastePlan): boolean =>
  plan.added.length > 0 || plan.skipped.length > 0 || plan.lost > 0 || plan.beyond > 0 || plan.headers
