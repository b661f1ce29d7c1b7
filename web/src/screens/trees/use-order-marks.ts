/** Marks the nodes of a supply network that a sales order needs, and its constraints. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { peggingQuery } from '../../platform/api/pegging.ts'
import { reasonsQuery } from '../../platform/api/plan-trees.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import type { GraphLayout } from './graph-layout.ts'
import { type Mark, markOf, orderPath, throughPath } from './supply-graph.ts'

export interface OrderMarks {
  /** Roles of the nodes; all undefined without a sales order. */
  readonly marks: ReadonlyMap<string, Mark | undefined>
  readonly error: Error | null
  readonly retry: () => void
}

export function useOrderMarks(demand: string | undefined, placed: GraphLayout): OrderMarks {
  const scenario = useScenario()
  const enabled = demand !== undefined
  const pegging = useQuery({ ...peggingQuery(scenario.name, { demand: demand ?? '' }), enabled })
  const reasons = useQuery({ ...reasonsQuery(scenario.name, demand ?? ''), enabled })
  const path = useMemo(() => orderPath(pegging.data ?? [], reasons.data ?? []), [pegging.data, reasons.data])
  const failed = enabled ? [pegging, reasons].find(({ error }) => error !== null) : undefined
  return {
    marks: throughPath(
      new Map(enabled ? placed.nodes.map((one) => [one.id, markOf(path, one)]) : []),
      placed,
    ),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}
