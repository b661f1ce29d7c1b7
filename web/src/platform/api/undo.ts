/** Undoes change sets: previews the effect, reports conflicts, and performs the undo. */
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type Answer, call, type ErrorOf, hasMember, type Query } from './endpoints.ts'
import type { ProposalTexts } from './proposals.ts'

type Several = Answer<'GET /api/audit/undo/'>
export type Undo = Answer<'GET /api/audit/{changeset}/undo/'> & Partial<Several>
export type UndoConflict = Undo['conflicts'][number]

/** Whether values that were changed later are kept or overwritten. */
export type Take = 'present' | 'proposed'

/** Criteria of the change sets that are undone together. */
export type UndoCriteria = Omit<Query<'GET /api/audit/undo/'>, 'take'>

/** A change set. */
export interface UndoableSet {
  readonly changeset: number
  /** When it was written; undefined if only its number is known, as after a save. */
  readonly created?: string | undefined
}

/** One change set, or all that match criteria. */
export type Undoable = UndoableSet | { readonly criteria: UndoCriteria }

/** Query for the effect of an undo. */
export const undoCheckQuery = (scenario: string, target: Undoable) =>
  queryOptions({
    queryKey: ['undo', scenario, 'criteria' in target ? target.criteria : [target.changeset, target.created]],
    queryFn: ({ signal }): Promise<Undo> =>
      'criteria' in target
        ? call('GET /api/audit/undo/', { query: target.criteria }, { scenario, signal })
        : call(
            'GET /api/audit/{changeset}/undo/',
            { path: pathOf(target), query: { created: target.created } },
            { scenario, signal },
          ),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

const pathOf = ({ changeset }: UndoableSet) => ({ changeset })

type Conflicting =
  | Extract<ErrorOf<'POST /api/audit/{changeset}/undo/', 409>, { readonly conflict_count: number }>
  | Extract<ErrorOf<'POST /api/audit/undo/', 409>, { readonly conflict_count: number }>

const isConflicting = (body: unknown): body is Conflicting => hasMember(body, 'conflicts')

/** Undoes change sets. Returns conflicts if they prevented it. Throws `ApiError`. */
export async function undoChangeSets(scenario: string, target: Undoable, take?: Take): Promise<Undo> {
  const query = { apply: true, take }
  try {
    const done =
      'criteria' in target
        ? await call('POST /api/audit/undo/', { query: { ...target.criteria, ...query } }, { scenario })
        : await call(
            'POST /api/audit/{changeset}/undo/',
            { path: pathOf(target), query: { ...query, created: target.created } },
            { scenario },
          )
    if ('actions' in done) return done
    throw new TypeError('A proposal was stored instead of the undo.')
  } catch (error) {
    if (error instanceof ApiError && error.status === 409 && isConflicting(error.body)) return error.body
    throw error
  }
}

/** Stores the undo as a proposal, open for reviews; returns its id. Throws `ApiError`. */
export async function proposeUndo(
  scenario: string,
  target: Undoable,
  { title, description, submit }: ProposalTexts,
): Promise<number> {
  const query = { title, description, submit }
  const stored =
    'criteria' in target
      ? await call('POST /api/audit/undo/', { query: { ...target.criteria, ...query } }, { scenario })
      : await call(
          'POST /api/audit/{changeset}/undo/',
          { path: pathOf(target), query: { ...query, created: target.created } },
          { scenario },
        )
  if ('proposal' in stored) return stored.proposal
  throw new TypeError('The change sets were undone instead.')
}
