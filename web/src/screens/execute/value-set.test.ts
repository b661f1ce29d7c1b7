/** Tests the texts of parameters that are sets of choices. */
import { expect, it } from 'vitest'
import { formatValueSet, parseValueSet } from './value-set.ts'

const choices = ['capa', 'mfg_lt', 'po_lt']

it('is empty for all choices, and names none of them by a word', () => {
  expect(parseValueSet(choices, '')).toEqual(choices)
  expect(parseValueSet(choices, 'none')).toEqual([])
  expect(formatValueSet(choices, choices)).toBe('')
  expect(formatValueSet(choices, [])).toBe('none')
})

it('lists the chosen values in the order of the choices', () => {
  expect(formatValueSet(choices, ['po_lt', 'capa'])).toBe('capa,po_lt')
  expect(parseValueSet(choices, 'po_lt, capa')).toEqual(['po_lt', 'capa'])
})

it('does not hide a text with other values', () => {
  expect(parseValueSet(choices, '15')).toBeUndefined()
  expect(parseValueSet(choices, 'capa,lt')).toBeUndefined()
})
