/** Labels of entities for headings. */
import { useQuery } from '@tanstack/react-query'
import { entitiesQuery } from '../../platform/api/entities.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { heading } from '../../platform/meta/entity-meta.ts'

/** Returns the labels by name, for entities that the user may view. */
export function useEntityLabels(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(entitiesQuery(useScenario().name))
  return new Map(data.map(({ entity, label_plural: label }) => [entity, heading(label)]))
}
