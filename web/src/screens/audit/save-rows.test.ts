import { expect, it } from 'vitest'
import { toCsv } from './save-rows.ts'

it('writes rows so that a spreadsheet takes them as they are, and runs nothing', () => {
  expect(
    toCsv([
      ['a', 1, null],
      ['x,"y"', -2, '=SUM(A1)'],
    ]),
  ).toBe('a,1,\r\n"x,""y""",-2,\'=SUM(A1)\r\n')
})
