/** Updates the other date of orders in a grid after one date was entered, unless both were entered. */
import type { GridModel } from './grid-model.ts'
import type { GridSettings } from './grid-settings.ts'
import type { RowRef } from './rows/list-rows.ts'
import type { CellEdit, StagedCell } from './stage/staged-rows.ts'
import { datesOf, type DatedMeta, followingDate } from './record/order-dates.ts'

/** The parts of a grid that the dates need. */
interface DatedGrid extends Pick<GridModel, 'stage' | 'edit'> {
  readonly settings: Pick<GridSettings, 'scenario'> & { readonly meta: DatedMeta }
}

/** Updates the other date after a date was typed. Errors of the typed date are reported when it is saved. */
export async function followDate(model: DatedGrid, ref: RowRef, field: string): Promise<void> {
  const edit = await followingEdit(model, ref, field)
  if (edit !== undefined) model.edit([edit])
}

/** Maximum number of orders whose other date is shown; those of the others are computed when they are saved. */
const mostShown = 100
const mostAtOnce = 6

/** Makes edits of many cells, such as pasted ones, and updates the other dates as one further step. */
export function editAndFollow(
  model: DatedGrid,
  edits: readonly CellEdit[],
  added: readonly string[] = [],
): void {
  if (edits.length + added.length === 0) return
  model.edit(edits, added)
  const given = new Set(edits.map(({ id, field }) => `${field} ${id}`))
  const { meta } = model.settings
  const moved = edits.filter(({ id, base, field }) => {
    const other = followingDate(meta, field)
    return other !== undefined && base !== undefined && !given.has(`${other} ${id}`)
  })
  if (moved.length > 0) model.stage.addPending(followAll(model, moved))
}

async function followAll(model: DatedGrid, moved: readonly CellEdit[]): Promise<void> {
  const found: CellEdit[] = []
  const waiting = moved.slice(0, mostShown).values()
  const work = async (): Promise<void> => {
    for (const { id, base, field } of waiting) {
      const edit = await followingEdit(model, { id, base }, field)
      if (edit !== undefined) found.push(edit)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  for (const { id, base, field } of moved.slice(mostShown)) {
    const name = followingDate(model.settings.meta, field)
    if (name !== undefined) found.push({ id, base, field: name, cell: { value: null } })
  }
  // The entered dates may have been changed or undone meanwhile.
  const entered = new Map(moved.map((edit) => [edit.id, edit]))
  const open = found.filter(({ id, field }) => {
    const edit = entered.get(id)
    const cells = model.stage.row(id)?.cells
    return edit !== undefined && cells?.has(field) === false && isEntered(edit, cells.get(edit.field))
  })
  if (open.length > 0) model.edit(open)
}

/** Returns whether a cell still has the date that an edit entered: a valid one that is not empty. */
const isEntered = ({ cell }: CellEdit, now: StagedCell | undefined): boolean =>
  typeof now?.value === 'string' && now.value !== '' && now.fault === undefined && now.value === cell?.value

/** Returns the edit of the other date; undefined if it does not follow from the entered one. */
async function followingEdit(model: DatedGrid, ref: RowRef, field: string): Promise<CellEdit | undefined> {
  const { meta, scenario } = model.settings
  const name = followingDate(meta, field)
  const cells = model.stage.row(ref.id)?.cells
  const cell = cells?.get(field)
  if (name === undefined || ref.base === undefined || cells?.has(name) === true) return undefined
  if (cell === undefined || cell.fault !== undefined || typeof cell.value !== 'string') return undefined
  const quantity = cells?.get('quantity')
  const moved = {
    [field]: cell.value,
    ...(quantity === undefined || quantity.fault !== undefined ? {} : { quantity: quantity.value }),
  }
  try {
    const { [name]: date } = await datesOf(scenario, meta, ref.base, moved)
    const now = model.stage.row(ref.id)?.cells
    if (date === null || now?.get(field)?.value !== cell.value || now.has(name)) return undefined
    return { id: ref.id, base: ref.base, field: name, cell: { value: date } }
  } catch {
    // The service did not answer, or it rejected the date for this order; saving reports the error.
    return undefined
  }
}
