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
})
