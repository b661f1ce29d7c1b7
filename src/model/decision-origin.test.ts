/** Tests the origins of change sets of accepted trials. */
import { expect, it } from 'vitest'
import { purposeOf, purposeOrigin, remedyOf, remedyOrigin, remedyOriginsOf } from './decision-origin.ts'

it('reads what it has written, also names with spaces', () => {
  const remedy = { kind: 'overtime', order: 'SO 1, a part' }
  expect(remedyOf(remedyOrigin(remedy))).toEqual(remedy)
  expect(remedyOriginsOf(remedy.order)).toContain(remedyOrigin(remedy))
  const purpose = { kind: 'downtime', resource: 'Paint line 2' } as const
  expect(purposeOf(purposeOrigin(purpose))).toEqual(purpose)
})

it.each([null, 'runplan', 'trial', 'trial other Saw', 'key remedy', 'remedy 7'])(
  'knows no decision of %j',
  (origin) => {
    expect([remedyOf(origin), purposeOf(origin)]).toEqual([undefined, undefined])
  },
)
