/** Undoes one change set or several, or reports what undoing them would change. */
import { type TString, Type } from '../../contract/type.ts'
import { findUserId } from '../../auth/accounts.ts'
import { requireUndoRights } from '../../auth/rights/undo-rights.ts'
import { joinList, joinSentences, type Message, messageText } from '../../errors/messages.ts'
import type { DataContext } from '../../data/context.ts'
import { parseDatetime } from '../../data/datetimes.ts'
import { selectChangeSets, type UndoSelection } from '../../data/history/select-change-sets.ts'
import type { UndoObstacle } from '../../data/history/undo-state.ts'
import type { UndoConflict } from '../../data/write/undo/conflicts.ts'
import { keptRecords, leftOutMessage } from '../../data/write/undo/leave-out.ts'
import {
  rejectIfNotUndoable,
  type UndoAction,
  undoChangeSets,
  undoConflictError,
} from '../../data/write/undo/undo-change-set.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { defineTask } from '../definition.ts'

const momentText = (title: string, hint: string, description: string): TString =>
  Type.String({ maxLength: 40, title, 'x-hint': hint, description })

export const undo = defineTask({
  about:
    'Reverts change sets: removes the records they added, restores those they deleted, and resets changed fields to their previous values. You can undo the undo.',
  help: `Reverts the records of a change set, or of all change sets since a time, of a user or of a task: removes those it added, restores those it deleted with all columns and dependent
records, and resets changed fields to their previous values. The audit and the result of "planctl undo" show the number
of a change set. Without --apply the command only reports what would be done. If values have changed since, or other
records refer to records that would be removed, nothing is done unless --take resolves the conflicts. The undo is a
change set too and can be undone. The plan is not undone; run it again.`,
  examples: [
    ['planctl undo 813', 'what undoing change set 813 would do, and what conflicts with it'],
    ['planctl undo 813 --apply', 'undo it'],
    ['planctl undo 813 --apply --take=present', 'undo it, but keep later changes'],
    [
      'planctl undo --after=2026-11-23T06:00 --author=ann',
      'what undoing all changes of ann since then would do',
    ],
    ['planctl undo --task=41 --apply', 'undo everything that run 41 of a task has written'],
  ],
  parameters: Type.Object(
    {
      changeset: Type.Optional(
        Type.Integer({
          minimum: 1,
          title: 'Change set',
          'x-hint': 'Number of the change set in the audit. Without it, the fields below select change sets.',
          description:
            'Number of the change set, as in the audit. Without it, the other options select change sets.',
        }),
      ),
      after: Type.Optional(
        momentText('From', 'Change sets since this moment.', 'Undo all change sets since this moment.'),
      ),
      before: Type.Optional(
        momentText('To', 'Change sets up to this moment.', 'Only change sets up to this moment.'),
      ),
      author: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 300,
          title: 'User',
          'x-hint': 'Change sets of the user with this name or e-mail address.',
          description: 'Undo all change sets of the user with this name or e-mail address.',
        }),
      ),
      task: Type.Optional(
        Type.Integer({
          minimum: 1,
          title: 'Task',
          'x-hint': 'Change sets of the run of a task with this number.',
          description: 'Undo all change sets of the run of a task with this number.',
        }),
      ),
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
  // Rejects change sets that cannot be undone already at launch.
  authorize: async ({ service, principal, scenario }, args) => {
    const actor = { userId: principal.userId, channel: 'task' } as const
    const context = service.dataContext({ scenario, actor })
    const { changeset } = args
    if (changeset === undefined) {
      await selectionOf(context, args)
      return
    }
    await rejectIfNotUndoable(context, changeset).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'unknown_change_set') throw error
      throw invalidParameter('changeset', { code: 'change_set_missing', params: { id: changeset } })
    })
  },
  run: async ({ service, scenario, actor, principal, signal, progress, log }, args) => {
    const { apply, take } = args
    const context = service.dataContext({ scenario, actor, signal })
    const { changesets, leftOut: notUndoable } = await selectionOf(context, args)
    const [changeset = 0] = changesets
    const one = changesets.length === 1
    progress(0.1, one ? `Undoing change set ${changeset}` : `Undoing ${changesets.length} change sets`)
    const result = await undoChangeSets(context, {
      changesets,
      isSelected: args.changeset === undefined,
      dryRun: !apply,
      take,
      authorize: (actions) => requireUndoRights(context, principal, scenario, actions),
    })
    for (const { changeset: number, obstacle } of notUndoable.slice(0, mostLines))
      log(`Change set ${number} cannot be undone: ${obstacles[obstacle]}`, 'warning')
    if (notUndoable.length > mostLines)
      log(`${notUndoable.length - mostLines} more change sets cannot be undone`, 'warning')
    for (const { entity, field } of result.lost)
      log(`${entity}: the field "${field}" does not exist any more`)
    for (const records of result.leftOut) log(messageText(leftOutMessage(records)), 'warning')
    for (const conflict of result.conflicts) log(textOf(conflict), 'warning')
    if (result.conflictCount > result.conflicts.length)
      log(`${result.conflictCount - result.conflicts.length} more conflicts`, 'warning')
    if (result.conflictCount > 0) throw undoConflictError(changesets, result.conflictCount)
    // The log also contains the rows of the plan.
    const left = keptRecords(result.leftOut).map((records) => leftOutMessage(records))
    const [first, ...others] = result.actions.map((action) => actionMessage(action, apply))
    if (first === undefined) return joinSentences({ code: 'undo_nothing' }, ...left)
    return joinSentences(
      { code: 'sentence', params: { message: joinList(first, ...others) } },
      ...left,
      result.changeset === undefined
        ? { code: 'nothing_stored' }
        : { code: 'undone_by', params: { changeset: result.changeset } },
    )
  },
})

/** Maximum number of log lines about change sets that cannot be undone. */
const mostLines = 100

const obstacles: Readonly<Record<UndoObstacle, string>> = {
  replaced: 'it replaced all data',
  counts: 'only the numbers of its records were kept',
  plan: 'it is a plan',
  shared: 'it changed records of all scenarios',
  unknown: 'it changed records of an entity that is not in use',
}

type Args = Readonly<{
  changeset?: number
  after?: string
  before?: string
  author?: string
  task?: number
}>

/** Returns the change sets that the arguments select. Throws `invalid_parameter`. */
async function selectionOf(
  context: DataContext,
  { changeset, after, before, author, task }: Args,
): Promise<UndoSelection> {
  if (changeset !== undefined) return { changesets: [changeset], leftOut: [] }
  if (after === undefined && author === undefined && task === undefined)
    throw invalidParameter('changeset', { code: 'change_set_needed' })
  const user = author === undefined ? undefined : await findUserId(context.control, 'login', author)
  // The same error as for a user who has changed nothing: it does not reveal which users exist.
  if (author !== undefined && user === undefined) throw new ServiceError('nothing_to_undo')
  const moment = (name: string, text: string | undefined): string | undefined => {
    const parsed = text === undefined ? undefined : parseDatetime(text, context.timeZone)
    if (text !== undefined && parsed === undefined) throw invalidParameter(name, { code: 'moment_needed' })
    return parsed
  }
  return selectChangeSets(context, {
    user,
    task,
    from: moment('after', after),
    to: moment('before', before),
  })
}

const actionMessage = ({ entity, kind, records }: UndoAction, apply: boolean): Message => ({
  code: apply ? `undo_${kind}` : `undo_${kind}_planned`,
  params: { entity: entity.name, count: records },
})

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
