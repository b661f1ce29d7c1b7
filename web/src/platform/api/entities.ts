/** Entities that the user may see in a scenario, in the user's language. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { scenarioPath } from './paths.ts'
import { boolean, list, number, object, optional, otherwise, type Shaped, text } from './shape.ts'

const entityShape = object({
  entity: text,
  label: text,
  label_plural: text,
  about: otherwise(text, ''),
  group: otherwise(text, ''),
  route: otherwise(text, ''),
  url: text,
  permissions: object({ view: boolean, add: boolean, change: boolean, delete: boolean }),
  readonly: boolean,
  imports: boolean,
  workbook: boolean,
  count: optional(number),
})

export type EntityListing = Shaped<typeof entityShape>

/** Query for the entities, with the number of records of each. */
export const entitiesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['entities', scenario],
    queryFn: ({ signal }) =>
      getJson(scenarioPath(scenario, '/api/meta/?counts=1'), list(entityShape), { signal }),
    staleTime: 30_000,
  })
