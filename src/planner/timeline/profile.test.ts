import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { never } from '../time.ts'
import { epsilon, Profile } from './profile.ts'

/** Last moment at which the levels are computed one by one. */
const horizon = 60
const levels = (changes: readonly (readonly [number, number])[]): number[] =>
  Array.from({ length: horizon + 1 }, (_, date) =>
    changes.reduce((level, [at, change]) => (at <= date ? level + change : level), 0),
  )

const changesOf = fc.array(
  fc.tuple(fc.integer({ min: 1, max: horizon - 1 }), fc.integer({ min: -5, max: 5 })),
  {
    maxLength: 400,
  },
)
const moment = fc.integer({ min: 0, max: horizon })

function profileOf(changes: readonly (readonly [number, number])[]): Profile {
  const profile = new Profile()
  for (const [date, change] of changes) profile.add(date, change)
  return profile
}

/** Adds changes between the given ones, so that profiles have many blocks. */
const spread = (changes: readonly (readonly [number, number])[]): (readonly [number, number])[] =>
  changes.flatMap(([date, change], index) => {
    const aside = date + (index % 997) / 1000
    return [
      [date, change],
      [aside, 3],
      [aside + 0.0001, -3],
    ] as const
  })

describe('a profile answers as counting moment by moment does', () => {
  it('for the last rise and the last fall of a span', () => {
    fc.assert(
      fc.property(changesOf, moment, moment, (changes, from, to) => {
        const profile = profileOf(changes)
        const counted = levels(changes)
        const last = (direction: 1 | -1): number | undefined => {
          for (let date = to; date >= Math.max(1, from); date -= 1)
            if ((counted[date]! - counted[date - 1]!) * direction > 0) return date
          return undefined
        }
        expect(profile.lastChange(from, to, 'rise')).toBe(last(1))
        expect(profile.lastChange(from, to, 'fall')).toBe(last(-1))
      }),
    )
  })

  it('for levels and lowest levels', () => {
    fc.assert(
      fc.property(changesOf, moment, (changes, date) => {
        const profile = profileOf(changes)
        const counted = levels(changes)
        expect(profile.level(date)).toBe(counted[date])
        expect(profile.lowestFrom(date)).toBe(Math.min(...counted.slice(date)))
      }),
    )
  })

  it('for the moment from which a level stays', () => {
    fc.assert(
      fc.property(changesOf, moment, fc.integer({ min: -20, max: 20 }), (changes, date, wanted) => {
        const counted = levels(changes)
        let expected = never
        for (let at = horizon; at >= date && counted[at]! >= wanted; at -= 1) expected = at
        expect(profileOf(changes).staysFrom(date, wanted)).toBe(expected)
      }),
    )
  })

  it('for the first moment from which a level lasts for some time', () => {
    fc.assert(
      fc.property(
        changesOf,
        moment,
        fc.integer({ min: -20, max: 20 }),
        fc.integer({ min: 0, max: 9 }),
        (changes, from, wanted, length) => {
          const counted = levels(changes)
          const lasts = (date: number): boolean =>
            counted.slice(date, Math.max(date + 1, date + length)).every((level) => level >= wanted)
          const first = counted.findIndex((_, date) => date >= from && lasts(date))
          expect(profileOf(changes).firstGap(from, wanted, length)).toBe(first < 0 ? never : first)
        },
      ),
    )
  })

  it('for the first moments below and above a level', () => {
    fc.assert(
      fc.property(
        changesOf,
        moment,
        moment,
        fc.integer({ min: -20, max: 20 }),
        (changes, from, to, wanted) => {
          const counted = levels(changes)
          const below = counted.findIndex((level, date) => date >= from && date < to && level < wanted)
          const enough = counted.findIndex((level, date) => date >= from && level >= wanted)
          expect(profileOf(changes).firstBelow(from, to, wanted)).toBe(below < 0 ? never : below)
          expect(profileOf(changes).firstAtLeast(from, wanted)).toBe(enough < 0 ? never : enough)
        },
      ),
    )
  })

  it('for the begin of the last stretch below a level', () => {
    fc.assert(
      fc.property(
        changesOf,
        moment,
        moment,
        fc.integer({ min: -20, max: 20 }),
        (changes, from, to, wanted) => {
          const counted = levels(changes)
          let expected: number | undefined
          for (let date = to - 1; date >= from && expected === undefined; date -= 1) {
            if (counted[date]! >= wanted) continue
            let begin = date
            while (begin > 0 && counted[begin - 1]! < wanted) begin -= 1
            expected = begin === 0 && counted[0]! < wanted ? -never : begin
          }
          expect(profileOf(changes).lastBelow(from, to, wanted)).toBe(expected)
        },
      ),
    )
  })

  it('with many blocks', () => {
    fc.assert(
      fc.property(changesOf, moment, moment, fc.integer({ min: -20, max: 20 }), (given, from, to, wanted) => {
        const changes = spread(given)
        const profile = profileOf(changes)
        const at = (date: number): number =>
          changes.reduce((level, [when, change]) => (when <= date ? level + change : level), 0)
        const dates = [...new Set(changes.map(([date]) => date))].sort((a, b) => a - b)
        const later = dates.filter((date) => date > from)
        expect(profile.lowestFrom(from)).toBeCloseTo(Math.min(at(from), ...later.map(at)), 6)
        const inside = [from, ...later].filter((date) => date < to)
        const below = inside.find((date) => at(date) < wanted - epsilon)
        expect(profile.firstBelow(from, to, wanted)).toBe(below ?? never)
        const enough = [from, ...later].find((date) => at(date) >= wanted - epsilon)
        expect(profile.firstAtLeast(from, wanted)).toBe(enough ?? never)
        const gap = [from, ...later].find((date) => {
          if (at(date) < wanted - epsilon) return false
          return profile.firstBelow(date, never, wanted) - date >= 0.5
        })
        expect(profile.firstGap(from, wanted, 0.5)).toBe(gap ?? never)
        const last = inside.findLast((date) => at(date) < wanted - epsilon)
        const begins = dates.filter((date) => last !== undefined && date <= last)
        let begin: number | undefined = last === undefined ? undefined : -never
        for (let index = begins.length - 1; index >= 0; index -= 1) {
          if (at(begins[index]!) >= wanted - epsilon) {
            begin = begins[index + 1]
            break
          }
          if (index === 0 && 0 >= wanted - epsilon) begin = begins[0]
        }
        expect(profile.lastBelow(from, to, wanted)).toBe(begin)
      }),
      { numRuns: 60 },
    )
  })

  it('and forgets a change that is taken back', () => {
    fc.assert(
      fc.property(changesOf, (changes) => {
        const profile = profileOf(changes)
        for (const [date, change] of changes.toReversed()) profile.add(date, -change)
        expect([...profile.changes()]).toEqual([])
      }),
    )
  })
})
