import { expect, it } from 'vitest'
import type { Reason } from '../search/reason.ts'
import { compareReasons } from './constraint-rows.ts'

const reason = (kind: Reason['kind'], owner: string, gain: number): Reason => ({
  kind,
  owner,
  gain,
  operation: undefined,
  from: 0,
  to: 0,
})

it('sorts reasons that cost as much in the same way, in whatever order they are found', () => {
  const reasons = [
    reason('capacity', 'saw', 100),
    reason('lead time', 'buy leg', 100),
    reason('capacity', 'drill', 100),
    reason('capacity', 'mill', 300),
  ]
  const sorted = ['mill', 'drill', 'saw', 'buy leg']
  for (let turn = 0; turn < reasons.length; turn += 1) {
    const found = [...reasons.slice(turn), ...reasons.slice(0, turn)]
    expect(found.toSorted(compareReasons).map(({ owner }) => owner)).toEqual(sorted)
    expect(
      found
        .toReversed()
        .toSorted(compareReasons)
        .map(({ owner }) => owner),
    ).toEqual(sorted)
  }
})
