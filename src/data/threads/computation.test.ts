import { expect, it } from 'vitest'
import { type Calendar, everyDay } from '../../planner/calendar/step-function.ts'
import { openTimes, openTimesCost, type OpenTimesInput } from '../../planner/calendar/open-times.ts'
import { day } from '../../planner/time.ts'
import { endless as runEndlessly } from '../../../test/support/endless.ts'
import { compute, type Computation } from './computation.ts'

const computation: Computation<OpenTimesInput, ReturnType<typeof openTimes>> = {
  module: import.meta.resolve('../../planner/calendar/open-times.ts'),
  name: 'openTimes',
  run: openTimes,
}

const endless: Computation<undefined, never> = {
  module: import.meta.resolve('../../../test/support/endless.ts'),
  name: 'endless',
  run: runEndlessly,
}

/** A calendar that is open every other minute. */
const detailed = (entries: number): Calendar => ({
  name: 'detailed',
  defaultValue: 0,
  entries: Array.from({ length: entries }, (_, index) => ({
    start: -Infinity,
    end: Infinity,
    value: 1,
    priority: index,
    weekdays: everyDay,
    from: index * 120,
    until: index * 120 + 60,
  })),
})

const inputOf = (entries: number, years: number): OpenTimesInput => ({
  calendars: [detailed(entries)],
  sets: [['detailed']],
  from: 0,
  to: years * 365 * day,
})

/** Returns the longest time for which the event loop was blocked, in milliseconds. */
async function longestStall(run: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  return Math.max(longest, performance.now() - last)
}

it('returns the same from a thread as at once', async () => {
  const input = inputOf(3, 2)
  const here = await compute(computation, input, { cost: 0 })
  const there = await compute(computation, input, { cost: Infinity })
  expect(there).toEqual(here)
  expect(here[0]!.starts.length).toBe(3 * 2 * 365)
})

it('leaves the event loop to others, whatever calendars hold', async () => {
  const input = inputOf(60, 20)
  const cost = openTimesCost(input)
  expect(cost).toBeGreaterThan(50e6)
  const stall = await longestStall(() => compute(computation, input, { cost }))
  expect(stall).toBeLessThan(500)
})

it('gives up what no memory can hold, and what takes too long', { timeout: 60_000 }, async () => {
  const tooLarge = compute(computation, inputOf(300, 600), { cost: Infinity })
  await expect(tooLarge).rejects.toMatchObject({ code: 'computation_too_large' })
})

it('ends with its signal, while it runs and while it waits for its turn', { timeout: 60_000 }, async () => {
  const controller = new AbortController()
  const asked = Array.from({ length: 12 }, () =>
    compute(endless, undefined, { cost: Infinity, signal: controller.signal }),
  )
  const outcomes = Promise.allSettled(asked)
  setTimeout(() => controller.abort(new Error('gone')), 200)
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'gone' } })
  // The threads are available again.
  expect(await compute(computation, inputOf(1, 1), { cost: Infinity })).toHaveLength(1)
})
