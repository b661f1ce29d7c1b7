/** Tests names that contain the separator of their list. */
import { expect, it } from 'vitest'
import { splitNames } from './split-names.ts'

it.each([
  ['Saw, Paint line', ['Saw', 'Paint line']],
  ['Bolt, M8 @ Plant, Saw', ['Bolt, M8 @ Plant', 'Saw']],
  ['Saw, Bolt, M8 @ Plant', ['Saw', 'Bolt, M8 @ Plant']],
  ['Bolt, M9 @ Plant', ['Bolt', 'M9 @ Plant']],
  ['Saw', ['Saw']],
])('%s', (text, names) => {
  expect(splitNames(text, new Set(['Saw', 'Bolt', 'Bolt, M8 @ Plant']))).toEqual(names)
})
