/** Tests which constraint is the main cause of a delay, and that the days of all add up to it. */
import { expect, it } from 'vitest'
import type { Reason } from '../search/reason.ts'
import { day } from '../time.ts'
import { rankReasons } from './rank-reasons.ts'

const cause = (owner: string, days: number | undefined, together: readonly string[] = []): Reason => ({
  kind: 'capacity',
  owner,
  operation: undefined,
  from: 0,
  to: day,
  ...(days === undefined ? {} : { gain: days * day }),
  together: together.map((other) => ({ owner: other })),
})

const group = (days: number): readonly Reason[] => [
  cause('Saw', days, ['Paint', 'Carla']),
  cause('Carla', days, ['Paint', 'Saw']),
]

const ranked = (reasons: readonly Reason[], delay: number): unknown =>
  rankReasons(reasons, delay * day).map((line) => [
    line.reasons.map(({ owner }) => owner).join('+'),
    line.share,
  ])

it('names what helps alone before what helps only together, which has the days that it adds', () => {
  expect(ranked([...group(59.75), cause('Paint', 11.75)], 59.75)).toEqual([
    ['Paint', 11.75],
    ['Carla+Saw', 48],
  ])
  expect(ranked([cause('Paint', 6), ...group(30)], 33)).toEqual([
    ['Paint', 6],
    ['Carla+Saw', 24],
  ])
})

it('names what alone costs hardly anything after what costs weeks together', () => {
  expect(ranked([cause('Paint', 0.25), ...group(19)], 19)).toEqual([
    ['Carla+Saw', 18.75],
    ['Paint', 0.25],
  ])
})

it('gives a group no days that its members cost alone', () => {
  expect(ranked([cause('Paint', 9), ...group(9)], 9)).toEqual([
    ['Paint', 9],
    ['Carla+Saw', 0],
  ])
})

it('limits what reasons cost to the delay', () => {
  const lines = rankReasons([cause('Paint', 12), ...group(13)], 10 * day)
  expect(lines.flatMap(({ reasons }) => reasons.map(({ gain }) => gain))).toEqual(Array(3).fill(10 * day))
  expect(lines.map(({ share }) => share)).toEqual([10, 0])
})

it('names last the line that a line waits for', () => {
  const waiting: Reason = { ...cause('SO 1', undefined), kind: 'sync demand', to: 90 * day }
  expect(ranked([waiting, cause('Paint', 3)], Infinity)).toEqual([
    ['Paint', 3],
    ['SO 1', undefined],
  ])
})

it('sorts reasons that cost as much in the same way, in whatever order they are found', () => {
  const reasons = [
    cause('saw', 1),
    { ...cause('buy leg', 1), kind: 'lead time' as const },
    cause('drill', 1),
    cause('mill', 3),
  ]
  const sorted = ['mill', 'drill', 'saw', 'buy leg'].map((owner) => [owner, owner === 'mill' ? 3 : 1])
  for (let turn = 0; turn < reasons.length; turn += 1) {
    const found = [...reasons.slice(turn), ...reasons.slice(0, turn)]
    expect(ranked(found, 9)).toEqual(sorted)
    expect(ranked(found.toReversed(), 9)).toEqual(sorted)
  }
})
