/** Tests unsaved edits: undo, redo, counts. */
import { describe, expect, it } from 'vitest'
import { createStage, newRowId } from './stage.ts'

const base = { name: 'A', quantity: 1, description: null }
const edit = (field: string, value: unknown) => ({ id: 'A', base, field, cell: { value } })

describe('staged edits', () => {
  it('are none when the value is what was read', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2)])
    expect(stage.summary()).toMatchObject({ cells: 1, changed: 1 })
    stage.edit([edit('quantity', 1)])
    expect(stage.summary()).toMatchObject({ cells: 0, changed: 0 })
    stage.edit([edit('description', '')])
    expect(stage.summary().cells).toBe(0)
  })

  it('are taken back step by step and done again', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2), edit('description', 'x')])
    stage.edit([edit('quantity', 3)])
    stage.undo()
    expect(stage.row('A')?.cells.get('quantity')?.value).toBe(2)
    stage.undo()
    expect(stage.row('A')).toBeUndefined()
    stage.redo()
    stage.redo()
    expect(stage.row('A')?.cells.get('quantity')?.value).toBe(3)
    expect(stage.redo()).toEqual([])
  })

  it('make rows, which undo takes away', () => {
    const stage = createStage()
    const id = newRowId()
    stage.edit([{ id, base: undefined, field: 'name', cell: { value: 'B' } }], [id])
    expect(stage.created()).toEqual([id])
    stage.undo()
    expect(stage.created()).toEqual([])
    stage.redo()
    expect(stage.created()).toEqual([id])
    stage.drop([id])
    expect(stage.created()).toEqual([])
    stage.undo()
    expect(stage.row(id)?.cells.get('name')?.value).toBe('B')
  })

  it('carry what the service said until the cell is edited again', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2)])
    stage.setServerFaults([{ id: 'A', field: 'quantity', message: 'too many' }])
    expect(stage.fault('A', 'quantity')).toBe('too many')
    expect(stage.summary().faults).toBe(1)
    stage.edit([edit('quantity', 3)])
    expect(stage.fault('A', 'quantity')).toBeUndefined()
  })

  it('start from a newer reading, where the same value is no edit', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2), edit('description', 'mine')])
    stage.rebase('A', { ...base, quantity: 2 })
    expect([...(stage.row('A')?.cells.keys() ?? [])]).toEqual(['description'])
  })

  it('can still be undone after a newer reading of another record', () => {
    const stage = createStage()
    const other = { ...base, name: 'B' }
    const editB = { ...edit('quantity', 5), id: 'B', base: other }
    stage.edit([edit('quantity', 2), editB])
    stage.edit([edit('quantity', 3)])
    stage.rebase('A', { ...base, quantity: 7 })
    expect(stage.undo()).toEqual(['B'])
    expect(stage.rows().map(({ id, cells }) => [id, cells.get('quantity')?.value])).toEqual([['A', 3]])
    expect(stage.summary().canUndo).toBe(false)
    stage.redo()
    expect(stage.row('B')?.cells.get('quantity')?.value).toBe(5)
  })

  it('stay as they are if they were made while others were saved', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2), edit('description', 'sent')])
    const sent = stage.row('A')!
    stage.edit([edit('quantity', 3), edit('name', 'Later')])
    const stored = { ...base, quantity: 2, description: 'sent', lastmodified: 'later' }
    stage.removeSaved([{ sent, stored: { id: 'A', base: stored } }])
    expect(stage.row('A')).toEqual({
      id: 'A',
      base: stored,
      cells: new Map<string, unknown>([
        ['quantity', { value: 3 }],
        ['name', { value: 'Later' }],
      ]),
    })
    expect(stage.summary()).toMatchObject({ changed: 1, canUndo: false })
    stage.edit([edit('quantity', 2), edit('name', 'A')])
    expect(stage.summary()).toMatchObject({ changed: 0 })
  })

  it('can be undone and redone after others were saved, but not beyond the save', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2)])
    const sent = stage.row('A')!
    stage.markSent()
    stage.edit([edit('quantity', 3)])
    stage.edit([edit('description', 'x')])
    const stored = { ...base, quantity: 2 }
    stage.removeSaved([{ sent, stored: { id: 'A', base: stored } }])
    const cells = (): object => Object.fromEntries(stage.row('A')?.cells ?? [])
    expect(stage.summary()).toMatchObject({ changed: 1, canUndo: true })
    stage.undo()
    expect(cells()).toEqual({ quantity: { value: 3 } })
    stage.undo()
    expect(stage.rows()).toEqual([])
    expect(stage.summary()).toMatchObject({ canUndo: false, canRedo: true })
    stage.redo()
    stage.redo()
    expect(stage.row('A')).toMatchObject({ base: stored })
    expect(cells()).toEqual({ quantity: { value: 3 }, description: { value: 'x' } })
  })

  it('of a new row that was saved meanwhile can be undone in the stored record', () => {
    const stage = createStage()
    const id = newRowId()
    const editNew = (field: string, value: unknown) => ({ id, base: undefined, field, cell: { value } })
    stage.edit([editNew('name', 'B')], [id])
    const sent = stage.row(id)!
    stage.markSent()
    stage.edit([editNew('quantity', 5)])
    const another = newRowId()
    stage.edit([{ ...editNew('name', 'C'), id: another }], [another])
    stage.removeSaved([{ sent, stored: { id: 'B', base: { name: 'B', quantity: null } } }])
    expect(stage.created()).toEqual([another])
    stage.undo()
    expect(stage.created()).toEqual([])
    expect(stage.undo()).toEqual(['B'])
    expect(stage.rows()).toEqual([])
    stage.redo()
    expect(stage.row('B')?.cells.get('quantity')).toEqual({ value: 5 })
  })

  it('that were reverted while they were saved can be made again', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2)])
    const sent = stage.row('A')!
    stage.markSent()
    stage.undo()
    stage.removeSaved([{ sent, stored: { id: 'A', base: { ...base, quantity: 2 } } }])
    expect(stage.row('A')?.cells.get('quantity')).toEqual({ value: 1 })
    stage.redo()
    expect(stage.rows()).toEqual([])
  })

  it('restore a saved value that was reverted meanwhile', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2)])
    const sent = stage.row('A')!
    stage.undo()
    stage.removeSaved([{ sent, stored: { id: 'A', base: { ...base, quantity: 2 } } }])
    expect(stage.row('A')?.cells.get('quantity')).toEqual({ value: 1 })
  })

  it('of a new row become edits of the stored record, also those that end later', () => {
    const stage = createStage()
    const id = newRowId()
    const editNew = (field: string, value: unknown) => ({ id, base: undefined, field, cell: { value } })
    stage.edit([editNew('name', 'B')], [id])
    const sent = stage.row(id)!
    stage.edit([editNew('quantity', 5)])
    stage.removeSaved([{ sent, stored: { id: 'B', base: { name: 'B', quantity: null } } }])
    stage.edit([editNew('description', 'x')])
    expect(stage.created()).toEqual([])
    expect(stage.rows()).toHaveLength(1)
    expect(Object.fromEntries(stage.row('B')?.cells ?? [])).toEqual({
      quantity: { value: 5 },
      description: { value: 'x' },
    })
  })

  it('start from the stored record if their editor was opened before it was saved', () => {
    const stage = createStage()
    stage.edit([edit('quantity', 2)])
    const sent = stage.row('A')!
    const stored = { ...base, quantity: 2 }
    stage.removeSaved([{ sent, stored: { id: 'A', base: stored } }])
    expect(stage.rows()).toEqual([])
    stage.edit([edit('quantity', 4)])
    expect(stage.row('A')?.base).toBe(stored)
  })
})
