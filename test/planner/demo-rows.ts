/** The demo datasets as rows for the planner, with durations in seconds. */
import type { Fixture } from '../../fixtures/generate/fixture.ts'
import { day } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'

const timesOfDay: ReadonlySet<string> = new Set(['starttime', 'endtime'])

export const demoRows = ({ records }: Fixture): readonly FixtureRow[] =>
  records.map(({ model, fields }) => ({
    model,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, timesOfDay.has(name) ? value : secondsOf(value)]),
    ),
  }))

function secondsOf(value: unknown): unknown {
  const parts = typeof value === 'string' ? /^(?:(\d+) )?(\d+):(\d\d):(\d\d)$/.exec(value) : null
  if (parts === null) return value
  const [, days = '0', hours, minutes, seconds] = parts
  return Number(days) * day + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
