/** Tests that the days of the causes of a delay add up to it. */
import { expect, it } from 'vitest'
import type { Constraint } from '../../platform/api/plan-trees.ts'
import { delayShares } from './delay-shares.ts'

const cause = (owner: string, rank: number, days: number | null, share = days): Constraint => ({
  name: 'overload',
  entity: 'capacity',
  owner,
  days,
  together: null,
  rank,
  share,
  description: '',
  startdate: '',
  enddate: '',
})

const group = (rank: number, days: number, share: number): readonly Constraint[] => [
  { ...cause('Carla', rank, days, share), together: 'Paint, Saw' },
  { ...cause('Saw', rank, days, share), together: 'Paint, Carla' },
]

/** Returns owners, days and costs of each line, the rest, and whether days are counted twice. */
function shown(reasons: readonly Constraint[], delay: number | undefined): unknown {
  const { lines, rest, isOverlapping } = delayShares(reasons, delay)
  return [
    lines.map((line) => [line.reasons.map(({ owner }) => owner).join('+'), line.days, line.whole]),
    rest,
    isOverlapping,
  ]
}

it('has a line for each rank with its share', () => {
  expect(shown([cause('Paint', 1, 6), ...group(2, 48, 42)], 48)).toEqual([
    [
      ['Paint', 6, 6],
      ['Carla+Saw', 42, 48],
    ],
    0,
    false,
  ])
})

it('states the rest that no cause explains', () => {
  expect(shown([cause('Paint', 1, 19)], 33)).toEqual([[['Paint', 19, 19]], 14, false])
  expect(shown([...group(1, 30, 24), cause('Paint', 2, 6)], 33)).toEqual([
    [
      ['Carla+Saw', 24, 30],
      ['Paint', 6, 6],
    ],
    3,
    false,
  ])
})

it('says that causes cost the same days', () => {
  expect(shown([cause('Paint', 1, 9), cause('Saw', 2, 6)], 10)).toMatchObject({ 1: 0, 2: true })
  expect(shown([cause('Paint', 1, 9), ...group(2, 9, 0)], 9)).toEqual([
    [
      ['Paint', 9, 9],
      ['Carla+Saw', 9, 9],
    ],
    0,
    true,
  ])
})

it('knows no rest without a delay', () => {
  expect(shown([cause('Paint', 1, 3), cause('SO 1', 2, null)], undefined)).toEqual([
    [
      ['Paint', 3, 3],
      ['SO 1', null, null],
    ],
    0,
    false,
  ])
})
