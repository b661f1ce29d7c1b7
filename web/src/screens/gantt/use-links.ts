/** Loads the orders up- and downstream of the selected order, and returns the lines to draw. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type PeggedOrder, peggingQuery } from '../../platform/api/pegging.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import type { PlacedBar, PlacedRow } from './lanes.ts'
import { delayedLinks, linksOf, type OrderLink } from './order-links.ts'
import type { Board } from './use-board.ts'

/** Levels of orders that are followed, and the maximum number of orders in each direction. */
const depth = 20
const mostOrders = 1_000

/** Query for the orders that supply an order (`upstream`), or that it supplies. */
export const neighborsQuery = (scenario: string, reference: string, direction: 'upstream' | 'downstream') =>
  peggingQuery(scenario, { operationplan: reference, direction, depth, limit: mostOrders })

const none: readonly PeggedOrder[] = []

/** Returns the lines of the selected order, and those of the unsaved moves. */
export function useLinks(
  chosen: PlacedBar | undefined,
  { tried, trial }: Board,
  rows: readonly PlacedRow[],
): readonly OrderLink[] {
  const scenario = useScenario()
  const reference = chosen?.bar.reference ?? ''
  const enabled = reference !== ''
  const { data: upstream = none } = useQuery({
    ...neighborsQuery(scenario.name, reference, 'upstream'),
    enabled,
  })
  const { data: downstream = none } = useQuery({
    ...neighborsQuery(scenario.name, reference, 'downstream'),
    enabled,
  })
  return useMemo(
    () => [
      ...linksOf(upstream, 'upstream'),
      ...linksOf(downstream, 'downstream'),
      ...delayedLinks(tried, trial, rows),
    ],
    [upstream, downstream, tried, trial, rows],
  )
}
