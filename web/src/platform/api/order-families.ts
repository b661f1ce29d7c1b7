/** Reads the orders that have the same manufacturing order as others: it and its work orders have one status. */
import { queryOptions } from '@tanstack/react-query'
import { joinList } from '../../../../src/model/values/value-list.ts'
import { getJson } from './client.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, nullable, object, type Shaped, text } from './shape.ts'

const memberShape = object({
  reference: text,
  owner: nullable(text),
  status: nullable(text),
  operation: nullable(text),
  item: nullable(text),
  startdate: nullable(text),
})

export type FamilyMember = Shaped<typeof memberShape>

/** Query for the proposals that are approved together with some orders, without these. */
export const approvedWithQuery = (scenario: string, references: readonly string[]) =>
  queryOptions({
    // Invalidated together with the chart.
    queryKey: ['timeline', scenario, 'approved with', references],
    queryFn: async ({ signal }): Promise<readonly FamilyMember[]> => {
      const read = (field: 'reference' | 'owner', values: readonly string[]) =>
        getJson(
          withQuery(entityPath(scenario, 'input.operationplan'), {
            [`${field}__in`]: joinList(values),
            fields: 'reference,owner,status,operation,item,startdate',
            ordering: 'reference',
          }),
          list(memberShape),
          { signal },
        )
      const moved = await read('reference', references)
      const owners = [...new Set(moved.flatMap(({ owner }) => owner ?? []))]
      if (owners.length === 0) return []
      const members = (await Promise.all([read('reference', owners), read('owner', owners)])).flat()
      return members.filter(
        ({ reference, status }) => status === 'proposed' && !references.includes(reference),
      )
    },
    staleTime: 30_000,
  })
