/**
 * Entity tags of lists without a query per request: what a list is tagged with may be up to a second old.
 *
 * That is safe in one direction only. A tag older than its list merely makes the next conditional request
 * fetch the list once more; so whoever asks with If-None-Match is answered from the database itself.
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
  /** The tag of a list in a form; `fresh` when somebody compares it. Undefined for lists without one. */
  tagOf(
    context: DataContext,
    request: ReadRequest,
    form: string,
    options: { readonly timeout: number; readonly fresh: boolean },
  ): Promise<string | undefined>
}

const lifetime = 1_000
const mostKept = 1_000

export function createListTags(now: () => number = Date.now): ListTags {
  const byModel = new WeakMap<Model, Map<string, Remembered>>()

  function remembered(model: Model): Map<string, Remembered> {
    const known = byModel.get(model) ?? new Map<string, Remembered>()
    byModel.set(model, known)
    return known
  }

  return {
    tagOf: (context, request, form, { timeout, fresh }) => {
      if (fresh) return listEtag(context, request, form, { timeout })
      const known = remembered(context.model)
      const key = keyOf(context, request, form)
      const found = known.get(key)
      if (found !== undefined && found.until > now()) return found.etag
      if (known.size >= mostKept) known.clear()
      // Shared by many requests: the client that asked first must not cancel it for the others.
      const { signal: _, ...shared } = context
      const etag = listEtag(shared, request, form, { timeout })
      known.set(key, { etag, until: now() + lifetime })
      etag.catch(() => known.delete(key))
      return etag
    },
  }
}

/** The entities that a list is read from: its own, those of the lists in its records, and those that its conditions follow references to. */
function keyOf(
  { scenario }: DataContext,
  { entity, conditions, lists = [] }: ReadRequest,
  form: string,
): string {
  const followed = leavesOf(conditions).map(
    ({ via, field, lookup }) => `${via?.field.name ?? ''}.${lookup.tree === true ? field.name : ''}`,
  )
  return [scenario, entity.name, form, ...lists.map(({ name }) => name), ...new Set(followed)].join(' ')
}
