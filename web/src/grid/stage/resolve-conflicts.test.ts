/** Tests what remains staged after the conflicts of a save are resolved. */
import { expect, it } from 'vitest'
import type { Row } from '../../platform/meta/entity-meta.ts'
import { resolveConflicts } from './resolve-conflicts.ts'
import type { Conflict } from './save.ts'
import { createStage } from './stage.ts'

const changed: Conflict = {
  id: 'A',
  deleted: false,
  lastmodified: '2030-01-02T00:00:00',
  fields: { quantity: { yours: 5, theirs: 7 }, priority: { yours: 1, theirs: 2 } },
}
const deleted: Conflict = { id: 'B', deleted: true, lastmodified: null, fields: {} }

function editedList() {
  const stage = createStage()
  const replaced: Row[] = []
  for (const id of ['A', 'B', 'C']) {
    const base = { name: id, quantity: 1, priority: 9 }
    stage.edit([
      { id, base, field: 'quantity', cell: { value: 5 } },
      { id, base, field: 'priority', cell: { value: 1 } },
    ])
  }
  return {
    stage,
    replaced,
    source: () => ({ replace: (rows: readonly Row[]) => void replaced.push(...rows) }),
  }
}

it('keeps the chosen values over the newer record, and the edits of other records', () => {
  const model = editedList()
  const isGone = resolveConflicts(model, [changed], (_id, field) =>
    field === 'quantity' ? 'yours' : 'theirs',
  )
  expect(isGone).toBe(false)
  const newer = { name: 'A', quantity: 7, priority: 2, lastmodified: '2030-01-02T00:00:00' }
  expect(model.replaced).toEqual([newer])
  expect(model.stage.row('A')?.base).toEqual(newer)
  expect([...(model.stage.row('A')?.cells ?? [])]).toEqual([['quantity', { value: 5 }]])
  expect(model.stage.row('C')?.cells.size).toBe(2)
})

it('drops the edits of deleted records, and reports that their rows are still in the list', () => {
  const model = editedList()
  expect(resolveConflicts(model, [changed, deleted], () => 'yours')).toBe(true)
  expect(model.stage.row('B')).toBeUndefined()
  expect(model.stage.row('A')?.cells.size).toBe(2)
})
