/** Tests the lines in which the command line shows remedies. */
import { expect, it } from 'vitest'
import type { RankedRemedies, ShownRemedy } from '../../planning/live/questions.ts'
import { foundRemedyLine, remediesLines } from './remedy-lines.ts'

const late = { date: '2027-02-10T11:32:14', days_late: 49.98, short: 0 }
const others = { later: 0, late: 0, days: 0, recovered: 0, paying: [] }

const figures = {
  ontime: 8,
  late: 2,
  short: 0,
  quantity_days_late: 900,
  stock_value: 1000,
  setup_hours: 0,
  utilization: 50,
}

const remedy: ShownRemedy = {
  basis: 1,
  rank: 0,
  kind: 'split',
  mode: 'repair',
  summary: { code: 'split', values: { demand: 'SO 1', minshipment: 1 } },
  edits: [],
  before: late,
  after: { date: '2027-01-01T00:00:00', days_late: 10, short: 2 },
  deliveries: [
    { date: '2026-12-20T00:00:00', quantity: 3 },
    { date: '2027-01-01T00:00:00', quantity: 1 },
  ],
  quantity_days: { before: 300, after: 100 },
  total_quantity_days: { before: 900, after: 750 },
  keyfigures: { before: figures, after: { ...figures, quantity_days_late: 750, stock_value: 1250 } },
  orders: { added: 3, moved: 2, resized: 0, dropped: 1 },
  others,
  cost: null,
  costs: [],
}
const overtime: ShownRemedy = {
  ...remedy,
  kind: 'overtime',
  summary: {
    code: 'overtime_days',
    values: { resource: 'Saw', from: Date.UTC(2027, 0, 2) / 1000, to: Date.UTC(2027, 0, 3) / 1000, days: 2 },
  },
  after: { date: '2026-12-22T12:00:00', days_late: 0, short: 0 },
  deliveries: [{ date: '2026-12-22T12:00:00', quantity: 6 }],
  others: { ...others, later: 1, late: 1, days: 2.5, paying: [{ demand: 'SO 2', days: 2.5, late: true }] },
  cost: 1200,
  costs: [{ code: 'time', owner: 'Saw', amount: 24, price: 50, cost: 1200 }],
}
const ranked: RankedRemedies = {
  demand: 'SO 1',
  base: 'stored',
  before: late,
  earliest: '2026-12-22T12:00:00',
  binding: [{ code: 'overload', entity: 'capacity', owner: 'Saw', days: 18.86 }],
  needs: [{ code: 'capacity', owner: 'Saw', amount: 2.67, by: '2026-12-01T00:00:00' }],
  ranks: [1, 0],
}

it('lists the remedies by rank with their sentences, effects and costs, and then the limits', () => {
  expect(remediesLines(ranked, [remedy, overtime])).toEqual([
    'SO 1: 2027-02-10 11:32, 50 days late',
    'The earliest delivery is 2026-12-22 12:00.',
    '',
    'Remedies, the best first:',
    'Ranked by the lateness that all sales orders lose, the last delivery of this one, disturbance of others, effort and cost.',
    '',
    '1. Overtime',
    '  Saw also works on closed days (2) from 2027-01-02 to 2027-01-03.',
    '  Overtime after the delivery is for other orders: they move there and make room for this one.',
    '  Delivery: 2027-02-10 11:32 (50 days late) → 2026-12-22 12:00 (on time)',
    '  Quantity × days late: 300 → 100',
    '  All sales orders, quantity × days late: 900 → 750',
    '  Other sales orders: 1 later, 2.5 days in all, newly late: 1, SO 2 +2.5 days',
    '  Makes other sales orders worse: On time now, late with it: 1',
    '  Cost: 1,200',
    '    Saw: 24 hours × 50 per hour = 1,200',
    '  Average stock value: 1,000 → 1,250',
    '  Orders moved: 2 · added: 3 · dropped: 1 · quantity changed: 0',
    '',
    '2. Partial delivery',
    '  SO 1 is delivered in parts of at least 1.',
    '  Delivery: 2027-02-10 11:32 (50 days late) → 2027-01-01 (10 days late, 2 short)',
    '  Deliveries: 2026-12-20: 3 · 2027-01-01: 1',
    '  All sales orders, quantity × days late: 900 → 750',
    '  Other sales orders: none later',
    '  Average stock value: 1,000 → 1,250',
    '  Orders moved: 2 · added: 3 · dropped: 1 · quantity changed: 0',
    '',
    'Limited by:',
    '  overload: Saw (18.9 days)',
    '',
    'To deliver it on time, this would be needed:',
    '  2.7 hours of Saw by 2026-12-01',
  ])
  expect(foundRemedyLine(overtime)).toBe('Overtime: delivery 2026-12-22 12:00')
})

it('names the day of overtime and of deliveries once', () => {
  const { values } = overtime.summary
  const summary = { code: 'overtime_hours', values: { ...values, to: values['from'], hours: 2 } }
  const days = ['2026-12-20T08:00:00', '2026-12-20T12:00:00', '2027-01-01T00:00:00']
  const deliveries = days.map((date) => ({ date, quantity: 1 }))
  expect(remediesLines({ ...ranked, ranks: [0] }, [{ ...overtime, summary, deliveries }])).toEqual(
    expect.arrayContaining([
      '  Saw works 2 hours longer on 2027-01-02.',
      '  Deliveries: 2026-12-20: 2 · 2027-01-01: 1',
    ]),
  )
  const [first = ''] = days
  const sameDay = { ...overtime, deliveries: [first, first].map((date) => ({ date, quantity: 1 })) }
  expect(remediesLines({ ...ranked, ranks: [0] }, [sameDay]).join('\n')).not.toContain('Deliveries:')
})

it('says that there is no remedy, and that none is needed', () => {
  expect(remediesLines({ ...ranked, ranks: [] }, [])).toContain('No remedy found.')
  expect(remediesLines({ ...ranked, before: { date: late.date, days_late: 0, short: 0 } }, [])).toEqual([
    'SO 1: 2027-02-10 11:32, on time',
    'It is delivered on time. No remedy is needed.',
  ])
})

it('shows the values of an unknown remedy', () => {
  const unknown = { ...remedy, kind: 'new', summary: { code: 'new', values: { item: 'chair', days: 2 } } }
  expect(remediesLines({ ...ranked, ranks: [0] }, [unknown])).toEqual(
    expect.arrayContaining(['1. Other change', '  chair, 2']),
  )
})
