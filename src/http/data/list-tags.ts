/**
 * Entity tags of lists without a query per request: what a list is tagged with may be up to a second old, though not
 * older than what this process has written.
 *
 * That is safe in one direction only. A tag older than its list merely makes the next conditional request
 * fetch the list once more; so whoever asks with If-None-Match, or for the tag alone, is answered from the database itself.
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
  /** Forgets the tags of a scenario that was written to. */
  forget(scenario: string): void
}

const lifetimeMs = 1_000
const mostKept = 1_000

export function createListTags(now: () => number = Date.now): ListTags {
  // A change of the model empties it too: tags of its lists come from other fields.
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
      // Shared by many requests: the client that asked first must not cancel it for the others.
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

/** The entities that a list is read from: its own, those of the lists in its records, and those that its conditions follow references to. */
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
