/** Reads the main skill of each resource. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, object, text } from './shape.ts'

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
