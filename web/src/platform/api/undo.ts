/** Undoes change sets: previews the effect, reports conflicts, and performs the undo. */
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type Answer, call, type ErrorOf, hasMember } from './endpoints.ts'

export type Undo = Answer<'GET /api/audit/{changeset}/undo/'>
export type UndoConflict = Undo['conflicts'][number]

/** Whether values that were changed later are kept or overwritten. */
export type Take = 'present' | 'proposed'

/** Query for the effect of undoing a change set. */
export const undoCheckQuery = (scenario: string, changeset: number) =>
  queryOptions({
    queryKey: ['undo', scenario, changeset],
    queryFn: ({ signal }) =>
      call('GET /api/audit/{changeset}/undo/', { path: { changeset } }, { scenario, signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

type Post = 'POST /api/audit/{changeset}/undo/'
type Conflicting = Extract<ErrorOf<Post, 409>, { readonly conflict_count: number }>

const isConflicting = (body: unknown): body is Conflicting => hasMember(body, 'conflicts')

/** Undoes a change set. Returns conflicts if they prevented it. Throws `ApiError`. */
export async function undoChangeSet(scenario: string, changeset: number, take?: Take): Promise<Undo> {
  const post: Post = 'POST /api/audit/{changeset}/undo/'
  try {
    const done = await call(post, { path: { changeset }, query: { apply: true, take } }, { scenario })
    if ('actions' in done) return done
    throw new TypeError(`${post}: a proposal was stored instead.`)
  } catch (error) {
    if (error instanceof ApiError && error.status === 409 && isConflicting(error.body)) return error.body
    throw error
  }
}
