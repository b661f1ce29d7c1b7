/** Tests when a trial names the causes of its changes. */
import { expect, it } from 'vitest'
import type { PlanEdit } from '../platform/api/plan-trials.ts'
import { causesOf, isCauseShown } from './causes.ts'

const edits: readonly PlanEdit[] = [
  { entity: 'input.demand', action: 'update', key: 'SO 1', fields: { priority: 1 } },
  { entity: 'input.demand', action: 'create', fields: { name: 'SO 2' } },
  { entity: 'input.calendarbucket', action: 'create', fields: { value: 1 } },
]

it('names the edited record, or the created one by its fields', () => {
  expect(causesOf(edits)).toEqual(['SO 1', 'SO 2', ''])
})

it('shows causes only if there are several, and a change has one', () => {
  const change = { edit: 0 }
  expect(isCauseShown(['SO 1', 'SO 2'], [change])).toBe(true)
  expect(isCauseShown(['SO 1', 'SO 2'], [{ edit: null }])).toBe(false)
  // A move to another resource consists of two edits.
  expect(isCauseShown(['MO 1', 'MO 1'], [change])).toBe(false)
  expect(isCauseShown(['MO 1', ''], [change])).toBe(false)
})
