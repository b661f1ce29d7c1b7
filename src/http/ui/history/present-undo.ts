/** Converts the result of an undo to the format of responses. */
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import { decide } from '../../../auth/rights/policies.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
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

/**
 * Returns the result with the names of its records, without records of entities that the user may not view. Their
 * conflicts are only counted.
 */
export async function presentUndo(
  call: WordCall,
  { changeset, actions, records, conflicts, conflictCount, lost, leftOut }: UndoResult,
): Promise<Undo> {
  const { context, exchange } = call
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const named = [...records, ...conflicts.flatMap((conflict) => [conflict, ...conflict.records])]
  const seen = named.filter(({ entity }) => maySee(call, entity))
  const titleOf = await recordTitles(context, seen, readOptions(call))
  const visible = records.filter(({ entity }) => maySee(call, entity))
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
        }),
      ),
    conflict_count: conflictCount,
    lost,
    ...(await presentLeftOut(call, leftOut)),
  }
}

const maySee = ({ context, principal, scenario }: WordCall, name: string): boolean =>
  decide(principal, scenario, requireEntity(context.model, name), 'view') === 'all'

const labelled = (entity: Parameters<typeof routeOf>[0], labels: Labels) => ({
  label: entityLabel(entity, labels, { plural: true }),
  route: routeOf(entity),
})
