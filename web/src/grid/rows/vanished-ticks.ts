/** Removes the ticks of records that a list does not contain any more. */
import type { Signal } from '../../platform/signal.ts'
import { findByKeys, type KeyedList } from './find-by-keys.ts'
import { type RowSelection, tick } from './selection.ts'

interface TickedList extends KeyedList {
  readonly selection: Signal<RowSelection>
}

/** Removes them after the list was read again; the ticked rows may be far from those that were read. */
export async function removeVanishedTicks(model: TickedList): Promise<void> {
  const { selection } = model
  const ticked = [...selection.get().rows]
  const list = model.source()
  const found = await findByKeys(
    model,
    ticked.map(([id]) => id),
  )
  // Another list may have been opened meanwhile.
  if (list !== model.source()) return
  const gone = ticked.flatMap(([id, row]) => (found.get(id)?.base === undefined ? [{ id, row }] : []))
  if (gone.length > 0 && !selection.get().all) selection.set(tick(selection.get(), gone, false))
}
