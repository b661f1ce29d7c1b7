/** Query for one record with its current values. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../platform/api/client.ts'
import { anything, table } from '../../platform/api/shape.ts'
import type { EntityMeta, Row } from '../../platform/meta/entity-meta.ts'

/** Returns a record with its current values. Throws `ApiError`. */
export const readRecord = (
  { url }: Pick<EntityMeta, 'url'>,
  key: string,
  signal: AbortSignal,
): Promise<Row> => getJson(`${url}${encodeURIComponent(key)}/?format=json`, table(anything), { signal })

export const recordQuery = (scenario: string, meta: Pick<EntityMeta, 'entity' | 'url'>, key: string) =>
  queryOptions({
    queryKey: ['record', scenario, meta.entity, key],
    queryFn: ({ signal }) => readRecord(meta, key, signal),
    // Forms must edit the current values.
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
