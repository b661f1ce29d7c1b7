/** Converts the result of an undo to the format of responses. */
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import { decide } from '../../../auth/rights/policies.ts'
import { latestChange } from '../../../data/history/latest-change.ts'
import type { HistoryEntry } from '../../../data/history/record-history.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import { namedUsers } from '../../../data/user-names.ts'
import type { UndoConflict } from '../../../data/write/undo/conflicts.ts'
import type { UndoResult } from '../../../data/write/undo/undo-change-set.ts'
import { entityLabel, type Labels } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { requireEntity } from '../../../model/model.ts'
import { readOptions } from '../../data/data-call.ts'
import { shownChanges } from '../meta/columns.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'
import { presentLeftOut } from './present-left-out.ts'

export type Undo = AnswerOf<(typeof historyEndpoints)['GET /api/audit/{changeset}/undo/']>

/** Conflicts that a later change of the record has caused. */
const changedLater: ReadonlySet<UndoConflict['problem']> = new Set(['changed', 'deleted', 'exists'])

/**
 * Returns the result with the names of its records, without records of entities that the user may not view. Their
 * conflicts are only counted.
 * @param undoes numbers of the change sets that are undone
 */
export async function presentUndo(
  call: WordCall,
  undoes: readonly number[],
  { changeset, actions, records, conflicts, conflictCount, lost, leftOut }: UndoResult,
): Promise<Undo> {
  const { context, exchange } = call
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const named = [...records, ...conflicts.flatMap((conflict) => [conflict, ...conflict.records])]
  const seen = named.filter(({ entity }) => maySee(call, entity))
  const titleOf = await recordTitles(context, seen, readOptions(call))
  const visible = records.filter(({ entity }) => maySee(call, entity))
  const latestOf = await latestChanges(
    call,
    conflicts.filter(({ entity }) => maySee(call, entity)),
    undoes,
  )
  const titled = (record: { readonly entity: string; readonly key: string }) => ({
    ...record,
    ...labelled(requireEntity(context.model, record.entity), labels),
    title: titleOf(record) ?? record.key,
  })
  return {
    changeset: changeset ?? null,
    edits: actions.reduce((sum, { records }) => sum + records, 0),
    actions: actions.map(({ entity, kind, records }) => ({
      entity: entity.name,
      ...labelled(entity, labels),
      kind,
      records,
    })),
    records: visible.map(({ action, changes, ...record }) => {
      const entity = requireEntity(context.model, record.entity)
      return Object.assign(titled(record), shownChanges(entity, { action, changes }))
    }),
    conflicts: conflicts
      .filter(({ entity }) => maySee(call, entity))
      .map((conflict: UndoConflict) =>
        Object.assign(titled(conflict), {
          problem: conflict.problem,
          fields: conflict.fields,
          // Records that the user may not see are omitted; the conflict itself is still reported.
          records: conflict.records.filter(({ entity }) => maySee(call, entity)).map(titled),
          latest: latestOf(conflict),
        }),
      ),
    conflict_count: conflictCount,
    lost,
    ...(await presentLeftOut(call, leftOut)),
  }
}

/** Looks up who made the change that each conflict is about, and when. */
async function latestChanges(
  { context, exchange }: WordCall,
  conflicts: readonly UndoConflict[],
  except: readonly number[],
) {
  const found = new Map<UndoConflict, HistoryEntry>()
  for (const conflict of conflicts) {
    if (!changedLater.has(conflict.problem)) continue
    const entity = requireEntity(context.model, conflict.entity)
    const fields = conflict.problem === 'changed' ? Object.keys(conflict.fields) : []
    const latest = await latestChange(context, entity, { key: conflict.key, fields, except })
    if (latest !== undefined) found.set(conflict, latest)
  }
  const nameOf = await namedUsers(
    exchange.service.control,
    [...found.values()].map(({ user }) => user),
  )
  return (conflict: UndoConflict): Undo['conflicts'][number]['latest'] => {
    const latest = found.get(conflict)
    if (latest === undefined) return null
    const { changeset, created, channel, origin, user } = latest
    return { changeset, created, channel, origin, user: nameOf(user) }
  }
}

const maySee = ({ context, principal, scenario }: WordCall, name: string): boolean =>
  decide(principal, scenario, requireEntity(context.model, name), 'view') === 'all'

const labelled = (entity: Parameters<typeof routeOf>[0], labels: Labels) => ({
  label: entityLabel(entity, labels, { plural: true }),
  route: routeOf(entity),
})
