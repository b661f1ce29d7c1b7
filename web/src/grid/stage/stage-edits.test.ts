/** Tests staged edits of a grid in the format of a trial. */
import { expect, it } from 'vitest'
import { createStage, newRowId } from './stage.ts'
import { cellFaults, editsOf } from './stage-edits.ts'

const meta = { entity: 'input.demand', key: 'name', fields: [] }

it('tries what saving would write, without what saving sends besides', () => {
  const stage = createStage()
  const made = newRowId()
  const base = { name: 'SO-1', quantity: 3, lastmodified: '2026-11-22T08:00:00' }
  stage.edit([{ id: 'SO-1', base, field: 'quantity', cell: { value: 5 } }])
  stage.edit([{ id: made, base: undefined, field: 'name', cell: { value: 'SO-2' } }], [made])
  expect(editsOf(stage, meta, {})).toEqual([
    { entity: 'input.demand', action: 'create', fields: { name: 'SO-2' } },
    { entity: 'input.demand', action: 'update', key: 'SO-1', fields: { quantity: 5 } },
  ])
})

it('assigns the errors of a trial to the cells of the rows', () => {
  const stage = createStage()
  const made = newRowId()
  const base = { name: 'SO-1', quantity: 3 }
  stage.edit([{ id: 'SO-1', base, field: 'quantity', cell: { value: -5 } }])
  stage.edit([{ id: made, base: undefined, field: 'name', cell: { value: 'SO-2' } }], [made])
  const fault = { entity: 'input.demand', key: null, code: 'any' }
  const faults = cellFaults(stage, meta, [
    { ...fault, edit: 0, field: 'non_field_errors', message: 'incomplete' },
    { ...fault, edit: 1, field: 'quantity', message: 'too small' },
    { ...fault, edit: 2, field: 'quantity', message: 'of no row' },
  ])
  expect(faults).toEqual([
    { id: made, field: '', message: 'incomplete' },
    { id: 'SO-1', field: 'quantity', message: 'too small' },
  ])
  stage.setServerFaults(faults)
  // In the order of the rows, not of the reports.
  expect(stage.faults().map(({ id }) => id)).toEqual(['SO-1', made])
})
