/** Permission to view a plan. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../platform/use-scenario.ts'
import { metaIndexQuery } from '../platform/meta/entity-meta.ts'

/** Entities that a user must be allowed to view in order to see the figures of a plan. */
const needed = [
  'input.demand',
  'input.item',
  'input.operationplan',
  'input.operationplanresource',
  'output.constraint',
  'output.resourcesummary',
]

/** Returns whether the user may view the whole plan of the scenario. */
export function useMayViewPlan(): boolean {
  const { i18n } = useTranslation()
  const scenario = useScenario()
  const { data = [] } = useQuery({
    ...metaIndexQuery(scenario.name, i18n.language),
    enabled: scenario.open,
  })
  const visible = new Set(data.map(({ entity }) => entity))
  return needed.every((entity) => visible.has(entity))
}
