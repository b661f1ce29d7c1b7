import { expect, it } from 'vitest'
import { solve } from '../../planner/solve.ts'
import { buys, current, date, demand, plant, row } from '../../../test/planner/small-plans.ts'
import { plannerInput } from '../../../test/planner/fixture-input.ts'
import { movedOrdersText } from './moved-orders.ts'

const order = (reference: string, fields: object) =>
  row('operationplan', {
    reference,
    type: 'PO',
    status: 'approved',
    item: 'bike',
    location: 'plant',
    supplier: 'shop',
    quantity: 1,
    startdate: date(39),
    enddate: date(40),
    ...fields,
  })

it('names approved orders that have been moved, and no others', () => {
  const rows = [
    plant,
    buys({}),
    order('PO 1', {}),
    order('PO 2', { status: 'confirmed' }),
    demand({ due: date(5) }),
  ]
  const told = (moveApprovedEarly: boolean) => {
    const input = plannerInput(rows, { current, moveApprovedEarly })
    return movedOrdersText(input, solve(input).plan.orders)
  }
  expect(told(false)).toBeUndefined()
  expect(told(true)).toBe(
    `Approved orders moved: 1: PO 1 (${date(40).slice(0, 16)} → ${date(5).slice(0, 16)}).`,
  )
})
