import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alwaysOpen } from '../calendar/working-time.ts'
import { never } from '../time.ts'
import { type Run, type RunRequest, SetupTimeline } from './setup-timeline.ts'

const matrix = { duration: (from: string, to: string) => (from === to ? 0 : 2), cost: () => 0 }

const runAt = (start: number, begin: number, end = begin, setup = 'red'): Run => ({
  start,
  begin,
  end,
  setup,
  work: alwaysOpen,
  isFixed: false,
  notBefore: () => -never,
  isFreeFrom: () => true,
  onShift: () => {},
})

it('changes over once for runs that take no time and begin at one moment, whichever is put back last', () => {
  const timeline = new SetupTimeline('white')
  const first = { ...runAt(7, 9), notBefore: () => 0 }
  const second = { ...runAt(9, 9), notBefore: () => 0 }
  timeline.add(first, matrix)
  timeline.add(second, matrix)
  timeline.remove(first, matrix)
  expect(second.start).toBe(7)
  timeline.add(first, matrix)
  expect([first.start, second.start, timeline.flaws(matrix)]).toEqual([7, 9, 0])
})

const setups = fc.constantFrom('red', 'blue', 'green')
const request = fc.record({
  seconds: fc.integer({ min: 1, max: 6 }),
  setup: fc.option(setups, { nil: undefined }),
})
const moment = fc.integer({ min: 0, max: 80 })
/** The last moment that is tried. */
const horizonSeconds = 400

/** Returns runs of random lengths and gaps, each with time for its changeover. */
function runsOf(parts: readonly { gap: number; length: number; setup: string }[]): readonly Run[] {
  let [free, setup] = [0, 'red']
  return parts.map((part) => {
    const start = free + part.gap
    const begin = start + matrix.duration(setup, part.setup)
    free = begin + part.length
    setup = part.setup
    return runAt(start, begin, free, setup)
  })
}
const runs = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 9 }),
      length: fc.integer({ min: 1, max: 6 }),
      setup: setups,
    }),
    { maxLength: 12 },
  )
  .map(runsOf)

const timelineOf = (all: readonly Run[]): SetupTimeline => {
  const timeline = new SetupTimeline('red')
  for (const run of all) timeline.add(run, matrix)
  return timeline
}

/** Returns the start, with its changeover, of a run that begins at a moment; undefined if it does not fit there. */
function startAt(
  all: readonly Run[],
  begin: number,
  { seconds, setup }: Pick<RunRequest, 'seconds' | 'setup'>,
): number | undefined {
  const before = all.findLast((run) => run.begin <= begin)
  const after = all.find((run) => run.begin > begin)
  const changeover = setup === undefined ? 0 : matrix.duration(before?.setup ?? 'red', setup)
  const start = begin - changeover
  if (start < (before?.end ?? -never)) return undefined
  const bound =
    after === undefined || setup === undefined
      ? after?.start
      : after.begin - matrix.duration(setup, after.setup!)
  return begin + seconds <= (bound ?? never) ? start : undefined
}

describe('a slot among runs with changeovers is the one that trying every moment finds', () => {
  it('after a moment', () => {
    fc.assert(
      fc.property(runs, request, moment, moment, (all, wanted, from, until) => {
        const slot = timelineOf(all).earliest(from, until, { ...wanted, work: alwaysOpen, matrix })
        let expected: number | undefined
        for (let begin = 0; begin <= horizonSeconds && expected === undefined; begin += 1)
          if ((startAt(all, begin, wanted) ?? -1) >= from && begin + wanted.seconds >= until) expected = begin
        expect(slot?.begin).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('before a moment', () => {
    fc.assert(
      fc.property(runs, request, moment, moment, (all, wanted, end, earliest) => {
        const slot = timelineOf(all).latest(end, earliest, { ...wanted, work: alwaysOpen, matrix })
        let expected: number | undefined
        for (let begin = 0; begin + wanted.seconds <= end; begin += 1)
          if ((startAt(all, begin, wanted) ?? -1) >= earliest) expected = begin
        expect(slot?.begin).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })
})
