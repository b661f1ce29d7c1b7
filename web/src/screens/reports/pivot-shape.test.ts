/** Tests the sizes of a pivot table. */
import { expect, it } from 'vitest'
import type { ReportDescription } from '../../platform/api/reports.ts'
import { pivotShape } from './pivot-shape.ts'

const field = (label: string) => ({ name: label, label, type: 'number', help: '' }) as const

const report = (keys: readonly string[], measures: readonly string[]): ReportDescription => ({
  label: 'Tried',
  about: '',
  keys: keys.map(field),
  measures: measures.map(field),
})

const wide = { keyed: true, compared: false, width: 1200, isSingleCharted: false }

it('gives measures the space of the longest label, within limits', () => {
  const widthOf = (label: string): number => pivotShape(report(['item'], ['load', label]), wide).measureWidth
  expect(widthOf('setup')).toBe(130)
  expect(widthOf('Sicherheitsbestand')).toBeGreaterThan(150)
  expect(widthOf('Sicherheitsbestand'.repeat(3))).toBe(210)
  const shape = pivotShape(report(['item', 'location'], ['Sicherheitsbestand']), wide)
  expect(shape.pinned).toBe(2 * 190 + shape.measureWidth + shape.totalWidth)
})

it('has rows of two lines on a phone, for further keys or for a long one', () => {
  const narrow = { ...wide, width: 390 }
  const one = pivotShape(report(['operation'], ['load']), narrow)
  const two = pivotShape(report(['item', 'location'], ['load']), narrow)
  expect([one.isTall, two.isTall]).toEqual([true, true])
  expect(one.rowHeight).toBe(two.rowHeight)
  expect(pivotShape(report(['operation'], ['load']), wide).isTall).toBe(false)
  expect(pivotShape(report(['operation'], ['load']), { ...narrow, keyed: false }).isTall).toBe(false)
})

it('shows the total and the first bucket on a phone without scrolling', () => {
  const { lead, cellWidth } = pivotShape(report(['resource'], ['load']), { ...wide, width: 343 })
  expect(lead + cellWidth).toBeLessThanOrEqual(343)
})

it('keeps totals visible where there is space, and makes room for a chart below a key with one line', () => {
  const described = report(['item', 'location'], ['load'])
  const [desktop, phone] = [1200, 390].map((width) => pivotShape(described, { ...wide, width }))
  expect(desktop!.lead).toBe(desktop!.pinned)
  expect(phone!.lead).toBe(phone!.pinned + phone!.totalWidth)
  const charted = pivotShape(described, { ...wide, isSingleCharted: true })
  expect(charted.rowHeight).toBeGreaterThan(desktop!.rowHeight)
})
