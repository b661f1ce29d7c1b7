/** What entities are called, as headings. */
import { useQuery } from '@tanstack/react-query'
import { entitiesQuery } from '../../api/entities.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { heading } from '../../grid/meta/entity-meta.ts'

/** By name; those that the user may not see are not in it. */
export function useEntityLabels(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(entitiesQuery(useScenario().name))
  return new Map(data.map(({ entity, label_plural: label }) => [entity, heading(label)]))
}
