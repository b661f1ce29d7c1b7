/** Saves edits of records of an entity with one request in one transaction. */
import { type Answer, type Body, call, entityParts, type ErrorOf, hasMember } from './endpoints.ts'

type Endpoint = 'POST /api/batch/{app}/{entity}/'
export type Saved = Answer<Endpoint>
export type BatchRequest = Body<Endpoint>
type Conflicts = Extract<ErrorOf<Endpoint, 409>, { readonly conflicts: readonly unknown[] }>
export type EditFaults = Extract<ErrorOf<Endpoint, 400>, { readonly errors: readonly object[] }>

export const isConflicts = (body: unknown): body is Conflicts => hasMember(body, 'conflicts')
export const isEditFaults = (body: unknown): body is EditFaults => hasMember(body, 'errors')

/** Saves edits: all or none. Throws `ApiError`. */
export const saveEdits = (
  scenario: string,
  entity: string,
  batch: BatchRequest,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Saved> =>
  call(
    'POST /api/batch/{app}/{entity}/',
    { path: entityParts(entity), body: batch, query: dryRun ? { dryrun: true } : {} },
    // With strict handling a misspelled name creates no record; the editor offers to create one explicitly.
    { scenario, headers: { prefer: 'handling=strict' } },
  )
