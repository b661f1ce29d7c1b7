import { expect, it } from 'vitest'
import { layoutDays, hasWorkingHours } from './layout.ts'

const entry = (id: number, ...stretches: (readonly [string, string])[]) => ({
  id,
  record: { value: 1 },
  edit: null,
  stretches,
})

const holiday = entry(2, ['2026-01-05T00:00:00', '2026-01-05T10:00:00'])
const night = entry(
  1,
  ['2026-01-04T22:00:00', '2026-01-05T06:00:00'],
  ['2026-01-05T22:00:00', '2026-01-06T06:00:00'],
)
const effective = [
  { start: '2026-01-05T00:00:00', end: '2026-01-05T10:00:00', value: 0, entry: 2 },
  { start: '2026-01-05T10:00:00', end: '2026-01-05T22:00:00', value: 0, entry: null },
  { start: '2026-01-05T22:00:00', end: '2026-01-06T06:00:00', value: 1, entry: 1 },
  { start: '2026-01-06T06:00:00', end: '2026-01-07T00:00:00', value: 0, entry: null },
]

it('cuts entries at midnight, gives each a lane, and tells where one is covered', () => {
  const [monday, tuesday] = layoutDays({ effective, entries: [holiday, night] }, ['2026-01-05', '2026-01-06'])
  expect(monday).toMatchObject({ lanes: 2, open: 2, hidden: 0 })
  expect(
    monday!.blocks.map(({ entry: { id }, lane, from, to, effective: own }) => [id, lane, from, to, own]),
  ).toEqual([
    [2, 0, 0, 600, [{ from: 0, to: 600 }]],
    [1, 1, 0, 360, []],
    [1, 0, 1320, 1440, [{ from: 1320, to: 1440 }]],
  ])
  expect(tuesday).toMatchObject({ lanes: 1, open: 6 })
})

it('counts blocks for which there is no lane', () => {
  const many = Array.from({ length: 6 }, (_, index) => ({ ...holiday, id: index }))
  expect(layoutDays({ effective, entries: many }, ['2026-01-05'])[0]).toMatchObject({ lanes: 4, hidden: 2 })
})

it('knows calendars that tell something else than hours', () => {
  const view = { calendar: { defaultvalue: 8 }, effective, entries: [], now: '', entry_count: 0, uses: [] }
  expect(hasWorkingHours({ ...view, lowest_priority: null, capacity: null })).toBe(false)
})
