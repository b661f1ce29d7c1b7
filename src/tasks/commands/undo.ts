/** Undoes a change set, or reports what undoing it would change. */
import { Type } from 'typebox'
import { requireUndoRights } from '../../auth/rights/undo-rights.ts'
import type { UndoConflict } from '../../data/write/undo/conflicts.ts'
import type { UndoKind } from '../../data/write/undo/net-effects.ts'
import { rejectIfNotUndoable, undoChangeSet, type UndoAction } from '../../data/write/undo/undo-change-set.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { defineTask } from '../definition.ts'

export const undo = defineTask({
  about:
    'Reverts a change set: removes the records it added, restores those it deleted, and resets changed fields to their previous values. You can undo the undo.',
  help: `Reverts the records of a change set: removes those it added, restores those it deleted with all columns and dependent
records, and resets changed fields to their previous values. The audit and the result of "planctl undo" show the number
of a change set. Without --apply the command only reports what would be done. If values have changed since, or other
records refer to records that would be removed, nothing is done unless --take resolves the conflicts. The undo is a
change set too and can be undone. The plan is not undone; run it again.`,
  examples: [
    ['planctl undo 813', 'what undoing change set 813 would do, and what conflicts with it'],
    ['planctl undo 813 --apply', 'undo it'],
    ['planctl undo 813 --apply --take=present', 'undo it, but keep later changes'],
  ],
  parameters: Type.Object(
    {
      changeset: Type.Integer({
        minimum: 1,
        title: 'Change set',
        'x-hint': 'Number of the change set in the audit.',
        description: 'Number of the change set, as in the audit.',
      }),
      apply: Type.Boolean({
        default: false,
        title: 'Apply',
        'x-hint': 'Undo it. Otherwise the task only reports what it would do.',
        description: 'Undo it. Otherwise the task only reports what it would do.',
      }),
      take: Type.Optional(
        Type.Enum(['present', 'proposed'], {
          title: 'Conflicts',
          'x-hint':
            'How to resolve conflicts with later changes. Default: if there are conflicts, nothing is undone.',
          'x-labels': { present: 'Keep present values', proposed: 'Overwrite present values' },
          description:
            'How to resolve conflicts: "present" keeps conflicting values and records as they are, "proposed" overwrites later values. Default: if there are conflicts, nothing is undone.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  positional: ['changeset'],
  right: 'execute.run_undo',
  secrets: [],
  // Rejects a change set that cannot be undone already at launch.
  authorize: ({ service, principal, scenario }, { changeset }) =>
    rejectIfNotUndoable(
      service.dataContext({ scenario, actor: { userId: principal.userId, channel: 'task' } }),
      changeset,
    ).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'unknown_change_set') throw error
      throw new ServiceError('invalid_parameter', {
        name: 'changeset',
        reason: `there is no change set ${changeset}.`,
      })
    }),
  run: async ({ service, scenario, actor, principal, signal, progress, log }, args) => {
    const { changeset, apply, take } = args
    const context = service.dataContext({ scenario, actor, signal })
    progress(0.1, `Undoing change set ${changeset}`)
    const result = await undoChangeSet(context, {
      changeset,
      dryRun: !apply,
      take,
      authorize: (actions) => requireUndoRights(context, principal, scenario, actions),
    })
    for (const { entity, field } of result.lost)
      log(`${entity}: the field "${field}" does not exist any more`)
    for (const conflict of result.conflicts) log(textOf(conflict), 'warning')
    const summary = result.actions.map((action) => actionText(action, apply)).join(', ')
    if (result.conflictCount > 0) {
      throw new ServiceError('undo_conflict', { changeset, count: result.conflictCount })
    }
    if (result.actions.length === 0) return 'There is nothing to undo.'
    if (result.changeset === undefined) return `${summary}. Nothing was stored.`
    return `${summary}. Undone by change set ${result.changeset}.`
  },
})

const done: Readonly<Record<UndoKind, string>> = {
  remove: 'removed',
  restore: 'restored',
  revert: 'reverted',
  replace: 'replaced by what they were',
}

const actionText = ({ entity, kind, records }: UndoAction, apply: boolean): string =>
  `${entity.name}: ${records} ${apply ? '' : 'would be '}${done[kind]}`

function textOf({ entity, key, problem, fields, records }: UndoConflict): string {
  const others = records.map((record) => `${record.entity} ${record.key}`).join(', ')
  const values = Object.entries(fields).map(
    ([name, { base, present }]) => `${name} was ${JSON.stringify(base)}, is ${JSON.stringify(present)}`,
  )
  const about: Readonly<Record<UndoConflict['problem'], string>> = {
    changed: values.length === 0 ? 'was made again since' : `was changed since: ${values.join(', ')}`,
    deleted: 'was deleted since',
    exists: others === '' ? 'exists again' : `has values that ${others} has by now`,
    referenced: `is referred to by ${others}`,
    missing: `refers to what is gone: ${others}`,
    circle: 'would be its own ancestor',
  }
  return `${entity} ${key} ${about[problem]}`
}
