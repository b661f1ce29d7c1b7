/**
 * Caches entity tags of lists to avoid a query per request: a tag may be up to one second old, but not older than the
 * last write of this process.
 *
 * An old tag is safe in a response: it only makes the next conditional request read the list once more. It is not
 * safe in a comparison, so requests with If-None-Match, and HEAD requests, get the tag from the database.
 */
import type { DataContext } from '../../data/context.ts'
import { leavesOf } from '../../data/read/condition.ts'
import { listEtag, type ReadRequest } from '../../data/read/index.ts'
import type { Model } from '../../model/model.ts'

interface Remembered {
  readonly etag: Promise<string | undefined>
  readonly until: number
}

export interface ListTags {
  /**
   * Returns the tag of a list in a format; `fresh` bypasses the cache for comparisons. Undefined for lists without a
   * tag.
   */
  tagOf(
    context: DataContext,
    request: ReadRequest,
    form: string,
    options: { readonly timeout: number; readonly fresh: boolean },
  ): Promise<string | undefined>
  /** Deletes the tags of a scenario after a write. */
  forget(scenario: string): void
}

const lifetimeMs = 1_000
const mostKept = 1_000

export function createListTags(now: () => number = Date.now): ListTags {
  // A change of the model clears the cache too, because the tags of its lists depend on other fields.
  let latest: { readonly model: Model; readonly known: Map<string, Remembered> } | undefined

  function remembered(model: Model): Map<string, Remembered> {
    if (latest?.model !== model) latest = { model, known: new Map() }
    return latest.known
  }

  return {
    tagOf: (context, request, form, { timeout, fresh }) => {
      if (fresh) return listEtag(context, request, form, { timeout })
      const known = remembered(context.model)
      const key = keyOf(context, request, form)
      const found = known.get(key)
      if (found !== undefined && found.until > now()) return found.etag
      if (known.size >= mostKept) known.clear()
      // Several requests share the promise: a client that disconnects must not cancel it for the others.
      const { signal: _, ...shared } = context
      const etag = listEtag(shared, request, form, { timeout })
      known.set(key, { etag, until: now() + lifetimeMs })
      etag.catch(() => known.delete(key))
      return etag
    },
    forget: (scenario) => {
      for (const key of latest?.known.keys() ?? [])
        if (key.startsWith(`${scenario} `)) latest?.known.delete(key)
    },
  }
}

/**
 * Returns the cache key. It contains all entities from which a list is read: its own, those of nested lists, and
 * those of references in conditions.
 */
function keyOf(
  { scenario }: DataContext,
  { entity, conditions, lists = [] }: ReadRequest,
  form: string,
): string {
  let key = `${scenario} ${entity.name} ${form}`
  for (const { name } of lists) key += ` ${name}`
  const followed = new Set<string>()
  for (const { via, field, lookup } of leavesOf(conditions)) {
    if (via === undefined && lookup.tree !== true) continue
    followed.add(` ${via?.field.name ?? ''}.${lookup.tree === true ? field.name : ''}`)
  }
  return followed.size === 0 ? key : key + [...followed].join('')
}
