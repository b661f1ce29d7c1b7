/** Reads the assignments of orders and skills to resources. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, number, object, text } from './shape.ts'

const useShape = object({ id: number, resource: text })

/** Returns the id of the record that assigns an order to a resource, or undefined without one. */
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

const mainSkillShape = object({ resource: text, skill: text })
/** Maximum number of assignments of skills per request. */
const mostSkills = 5_000

/** Query for the skill of each resource with the highest priority. */
export const mainSkillsQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['main skills', scenario],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const query = { fields: 'resource,skill', ordering: '-priority,-skill', limit: mostSkills }
      const path = withQuery(entityPath(scenario, 'input.resourceskill'), query)
      const skills = await getJson(path, list(mainSkillShape), { signal })
      // The last entry of a resource counts: the lowest number is the highest priority.
      return new Map(skills.map(({ resource, skill }) => [resource, skill]))
    },
    staleTime: 60_000,
  })
