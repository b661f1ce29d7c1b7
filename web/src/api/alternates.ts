/** On which resources an operation can run instead of one of them. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, nullable, number, object, text } from './shape.ts'

const loadShape = object({ resource: nullable(text), name: nullable(text), skill: nullable(text) })

/** What an operation runs on, as far as the user may see it. */
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

/** Resources that have a skill. */
export const skilledQuery = (scenario: string, skill: string) =>
  queryOptions({
    queryKey: ['skilled', scenario, skill],
    queryFn: async ({ signal }) => {
      const path = withQuery(entityPath(scenario, 'input.resourceskill'), { skill, fields: 'resource' })
      return (await getJson(path, list(skillShape), { signal })).map(({ resource }) => resource)
    },
    staleTime: 60_000,
  })

const useShape = object({ id: number, resource: text })

/** Number of the record that says that an order runs on a resource; undefined where there is none. */
export async function orderUse(
  scenario: string,
  reference: string,
  resource: string,
): Promise<number | undefined> {
  const query = { operationplan: reference, resource, fields: 'id,resource' }
  const found = await getJson(
    withQuery(entityPath(scenario, 'input.operationplanresource'), query),
    list(useShape),
  )
  return found[0]?.id
}
