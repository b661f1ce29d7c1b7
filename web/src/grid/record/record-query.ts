/** Query for one record with its current values. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../platform/api/client.ts'
import { anything, table } from '../../platform/api/shape.ts'
import type { EntityMeta, Row } from '../../platform/meta/entity-meta.ts'

export const recordQuery = (scenario: string, meta: Pick<EntityMeta, 'entity' | 'url'>, key: string) =>
  queryOptions({
    queryKey: ['record', scenario, meta.entity, key],
    queryFn: ({ signal }): Promise<Row> =>
      getJson(`${meta.url}${encodeURIComponent(key)}/?format=json`, table(anything), { signal }),
    // Forms must edit the current values.
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
