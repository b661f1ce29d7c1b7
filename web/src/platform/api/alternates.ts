/** Reads alternate resources of an operation. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, nullable, object, text } from './shape.ts'

const loadShape = object({ resource: nullable(text), name: nullable(text), skill: nullable(text) })

/** Query for the resources that an operation loads, limited to those that the user may see. */
export const operationLoadsQuery = (scenario: string, operation: string) =>
  queryOptions({
    queryKey: ['operation loads', scenario, operation],
    queryFn: ({ signal }) =>
      getJson(
        withQuery(entityPath(scenario, 'input.operationresource'), {
          operation,
          fields: 'resource,name,skill',
        }),
        list(loadShape),
        { signal },
      ),
    staleTime: 60_000,
  })

const skillShape = object({ resource: text })

/** Query for the resources that have a skill. */
export const skilledQuery = (scenario: string, skill: string) =>
  queryOptions({
    queryKey: ['skilled', scenario, skill],
    queryFn: async ({ signal }) => {
      const path = withQuery(entityPath(scenario, 'input.resourceskill'), { skill, fields: 'resource' })
      return (await getJson(path, list(skillShape), { signal })).map(({ resource }) => resource)
    },
    staleTime: 60_000,
  })
