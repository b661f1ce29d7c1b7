/** Permissions to view, create, decide, resolve and apply proposals. */
import { holds, type Principal } from '../auth/principal.ts'
import { mayPropose } from '../auth/rights/key-scope.ts'
import { authorize, decide } from '../auth/rights/policies.ts'
import type { EditAction } from '../data/write/edits/apply-edits.ts'
import type { Message } from '../errors/messages.ts'
import { fieldErrors, ServiceError } from '../errors/service-error.ts'
import { type Model, requireEntity } from '../model/model.ts'
import type { EditSummary, Proposal, ProposedEdit } from './proposal.ts'

/** Permission to create proposals. */
export const addRight = 'common.add_proposal'
/** Permission to view the proposals of other users. */
export const viewRight = 'common.view_proposal'
/** Permission to approve and reject proposals of other users, if no approval group is configured. */
export const approveRight = 'common.approve_proposal'

export const isAuthor = (principal: Principal, { author }: Pick<Proposal, 'author'>): boolean =>
  author === (principal.via === 'operator' ? null : principal.userId)

/** Throws `permission_denied` for users who may not create proposals. */
export function requireProposing(principal: Principal, scenario: string): void {
  if (!mayPropose(principal) || !holds(principal, scenario, addRight))
    throw new ServiceError('permission_denied')
}

/** Throws `unknown_proposal` for proposals of others that the user may not view. */
export function requireSeeing(principal: Principal, proposal: Proposal): void {
  if (isAuthor(principal, proposal) || holds(principal, proposal.scenario, viewRight)) return
  throw new ServiceError('unknown_proposal', { id: proposal.id })
}

/** Returns whether the user may resolve conflicts: authors and approvers may. */
export const mayResolve = (principal: Principal, proposal: Proposal): boolean =>
  mayPropose(principal) &&
  (isAuthor(principal, proposal) || holds(principal, proposal.scenario, approveRight))

/** Throws `permission_denied` for users who may not resolve conflicts. */
export function requireResolving(principal: Principal, proposal: Proposal): void {
  if (!mayResolve(principal, proposal)) throw new ServiceError('permission_denied')
}

/** Returns whether the user may view all records of an entity. */
export const seesEntity = (model: Model, principal: Principal, scenario: string, name: string): boolean => {
  const entity = model.byName.get(name)
  return (
    principal.via === 'operator' ||
    (entity !== undefined && decide(principal, scenario, entity, 'view') === 'all')
  )
}

/**
 * Checks that the user may view all records of the edited entities and of the entities that they refer to, because a
 * proposal reveals which records exist and what they contain. Throws `permission_denied`, and `invalid_record` with
 * the position of a reference.
 */
export function requireVisibleEdits(
  model: Model,
  principal: Principal,
  scenario: string,
  edits: readonly Pick<ProposedEdit, 'entity' | 'fields' | 'number'>[],
): void {
  const sees = (name: string): boolean => seesEntity(model, principal, scenario, name)
  if (edits.some(({ entity }) => !sees(entity))) throw new ServiceError('permission_denied')
  const faults = edits.flatMap(({ entity: name, fields, number }) => {
    const entity = requireEntity(model, name)
    return Object.keys(fields).flatMap((field) => {
      const target = model.byName.get(entity.fieldByName.get(field)?.reference?.entity ?? '')
      if (target === undefined || sees(target.name)) return []
      const message: Message = { code: 'not_viewable', params: { entity: target.labelPlural } }
      return [[`edits.${number}.fields.${field}`, [message]] as const]
    })
  })
  if (faults.length > 0) throw fieldErrors(Object.fromEntries(faults))
}

const methods = { create: 'POST', update: 'PATCH', delete: 'DELETE' } as const satisfies Record<
  EditAction,
  string
>

/** Throws `permission_denied` for users who may not make these edits directly. */
export function requireEditRights(
  model: Model,
  principal: Principal,
  scenario: string,
  summary: readonly EditSummary[],
): void {
  if (principal.via === 'operator') return
  for (const { entity, action } of summary) {
    const { scope } = authorize(principal, scenario, requireEntity(model, entity), methods[action])
    if (scope !== undefined) throw new ServiceError('permission_denied')
  }
}
