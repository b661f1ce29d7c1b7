/** Tests what texts about remedies have in common. */
import { expect, it } from 'vitest'
import { hasLaterOvertime } from './remedy-texts.ts'

const overtimeUntil = (date: string) => ({
  code: 'overtime_days',
  values: { resource: 'Saw', to: Date.parse(date) / 1000 },
})

it('tells overtime after the delivery, whose days are for other orders', () => {
  const parts = [overtimeUntil('2026-12-05T00:00Z'), overtimeUntil('2026-12-20T00:00Z')]
  const both = { code: 'combination', values: {}, parts }
  expect(hasLaterOvertime(both, '2026-12-10T12:00:00')).toBe(true)
  expect(hasLaterOvertime(both, '2026-12-20T12:00:00')).toBe(false)
  expect(hasLaterOvertime(overtimeUntil('2026-12-20T00:00Z'), '2026-12-10T12:00:00')).toBe(true)
  expect(hasLaterOvertime({ code: 'transfer', values: {} }, '2026-12-10T12:00:00')).toBe(false)
})
