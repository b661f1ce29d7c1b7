/** Tag of the records of a list, by which a grid finds that they were changed after it read them. */
import { queryOptions } from '@tanstack/react-query'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { send } from '../../platform/api/client.ts'
import type { GridSettings } from '../grid-settings.ts'

export interface ListTag {
  /** Differs between any two tags. */
  readonly number: number
  /** The tag of the service; undefined until it is read, null without one. */
  known?: string | null
}

const checkIntervalMs = 30_000
let last = 0

/** Returns the tag of a list whose records were just read. */
export const newListTag = (): ListTag => ({ number: (last += 1) })

/** Returns whether the service has tags for the records of an entity. */
export const hasTag = ({ fields }: EntityMeta): boolean => fields.some(({ name }) => name === 'lastmodified')

/**
 * Query for whether records were changed since the list was read. The tag of the service is read after the list, and
 * compared when the window gets the focus, after a task and from time to time; no records are read for it.
 */
export const outdatedQuery = ({ scenario, meta: { url } }: GridSettings, tag: ListTag) =>
  queryOptions({
    queryKey: ['list tag', scenario, url, tag.number],
    queryFn: async ({ signal }) => {
      const now = await readTag(url, signal)
      tag.known ??= now
      return now !== tag.known
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: checkIntervalMs,
    // A failed check is repeated later.
    retry: false,
    // Saving waits for the check, which fails without a connection.
    networkMode: 'always',
  })

/** Returns the tag of the list, which is another one after each change of its records; null without one. */
async function readTag(url: string, signal: AbortSignal): Promise<string | null> {
  const answer = await send(`${url}?format=json&limit=1&count=0&fields=lastmodified`, {
    method: 'HEAD',
    signal,
  })
  return answer.headers.get('etag')
}
