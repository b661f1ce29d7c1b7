/** Tests that the days of the causes of a delay add up to it. */
import { expect, it } from 'vitest'
import type { Constraint } from '../../platform/api/plan-trees.ts'
import { delayShares } from './delay-shares.ts'

const cause = (owner: string, days: number | null, together: string | null = null): Constraint => ({
  name: 'overload',
  entity: 'capacity',
  owner,
  days,
  together,
  description: '',
  startdate: '',
  enddate: '',
})

const group = (days: number): readonly Constraint[] => [
  cause('Carla', days, 'Paint, Saw'),
  cause('Saw', days, 'Paint, Carla'),
]

/** Returns owners and days of each line, the rest, and whether days are counted twice. */
function shown(reasons: readonly Constraint[], delay: number | undefined): unknown {
  const { lines, rest, isOverlapping } = delayShares(reasons, delay)
  return [
    lines.map((line) => [line.reasons.map(({ owner }) => owner).join('+'), line.days]),
    rest,
    isOverlapping,
  ]
}

it('gives a group the days that its members do not cost alone, and names it first if the group costs most', () => {
  expect(shown([cause('Paint', 6), ...group(48)], 48)).toEqual([
    [
      ['Carla+Saw', 42],
      ['Paint', 6],
    ],
    0,
    false,
  ])
})

it('states the rest that no cause explains', () => {
  expect(shown([cause('Paint', 19)], 33)).toEqual([[['Paint', 19]], 14, false])
  expect(shown([cause('Paint', 6), ...group(30)], 33)).toEqual([
    [
      ['Carla+Saw', 24],
      ['Paint', 6],
    ],
    3,
    false,
  ])
})

it('says that causes cost the same days', () => {
  expect(shown([cause('Paint', 9), cause('Saw', 6)], 10)).toEqual([
    [
      ['Paint', 9],
      ['Saw', 6],
    ],
    0,
    true,
  ])
  expect(shown([cause('Paint', 9), ...group(9)], 9)).toEqual([
    [
      ['Paint', 9],
      ['Carla+Saw', 9],
    ],
    0,
    true,
  ])
})

it('knows no rest without a delay, and names an overdue order last', () => {
  const overdue = { ...cause('SO 1', null), name: 'overdue' }
  expect(shown([overdue, cause('Paint', 3)], undefined)).toEqual([
    [
      ['Paint', 3],
      ['SO 1', null],
    ],
    0,
    false,
  ])
})
