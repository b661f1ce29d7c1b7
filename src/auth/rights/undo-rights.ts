/** Decides who may undo: users with the permissions of all actions of the undo, for each entity and each type of order. */
import type { UndoAction } from '../../data/write/undo/undo-change-set.ts'
import type { UndoKind } from '../../data/write/undo/net-effects.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Action } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'
import type { Principal } from '../principal.ts'
import { decide } from './policies.ts'

const actionsOf: Readonly<Record<UndoKind, readonly Action[]>> = {
  remove: ['delete'],
  restore: ['add'],
  revert: ['change'],
  replace: ['delete', 'add'],
}

/** Throws `permission_denied` unless all actions are allowed. Entities that only the service writes require no permission. */
export function requireUndoRights(
  { model }: { readonly model: Model },
  principal: Principal,
  scenario: string,
  actions: readonly UndoAction[],
): void {
  if (principal.via === 'operator') return
  for (const { entity, kind, types } of actions) {
    if (entity.readOnly) continue
    const views = types.map((type) =>
      model.entities.find(({ view }) => view?.of === entity.name && view.type === type),
    )
    const may = (action: Action): boolean =>
      decide(principal, scenario, entity, action) === 'all' ||
      (views.length > 0 &&
        views.every((view) => view !== undefined && decide(principal, scenario, view, action) === 'all'))
    if (!actionsOf[kind].every(may)) throw new ServiceError('permission_denied')
  }
}
