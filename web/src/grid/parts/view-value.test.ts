/** Tests which names of saved views are free. */
import { expect, it } from 'vitest'
import { isNameTaken } from './view-value.ts'

const views = [
  { id: 1, name: 'Bikes', shared: false },
  { id: 2, name: 'Parts', shared: true },
]

const taken = (name: string, shared: boolean, id?: number): boolean =>
  isNameTaken(views, { id, name, shared })

it('takes a name once among own views, and once among shared views', () => {
  expect([taken(' Bikes ', false), taken('Parts', true)]).toEqual([true, true])
  expect([taken('Bikes', true), taken('Parts', false)]).toEqual([false, false])
  expect(taken('Bikes', false, 1)).toBe(false)
})
