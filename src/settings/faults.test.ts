import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { messageText } from '../errors/messages.ts'
import { describeFault } from './faults.ts'

it('a value that is no date is told how dates are written', () => {
  const [fault] = Value.Errors(Type.String({ format: 'date' }), '2027-13-01')
  expect(messageText(describeFault(fault!, '2027-13-01', false))).toBe(
    'must be a date such as 2026-12-31, not "2027-13-01"',
  )
})
