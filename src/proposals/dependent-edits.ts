/** Determines which edits of a proposal cannot be applied without others: they refer to records of each other. */
import type pg from 'pg'
import type { Entity } from '../model/entity.ts'
import { baseEntity, type Model } from '../model/model.ts'
import { maxEdits } from '../model/proposals.ts'
import type { ProposedEdit } from './proposal.ts'
import { readEdits } from './read-proposals.ts'

/** Numbers of the edits that an edit needs, by its number; edits that need no others are missing. */
export type Needs = ReadonlyMap<number, readonly number[]>

/** Returns what the edits of a proposal with at most 10,000 edits need. */
export async function readNeeds(
  client: Pick<pg.ClientBase, 'query'>,
  model: Model,
  proposal: number,
): Promise<Needs> {
  return needsOf(model, await readEdits(client, proposal, { limit: maxEdits, offset: 0 }))
}

/**
 * Returns what edits need: a reference to a new record needs its creation, and a deletion needs the edits that remove
 * the references to the record.
 */
export function needsOf(model: Model, edits: readonly ProposedEdit[]): Needs {
  const created = new Map<string, number>()
  const deleted = new Map<string, number>()
  for (const { number, entity: name, action, key, fields } of edits) {
    const entity = model.byName.get(name)
    const own = key ?? fields[entity?.key ?? '']
    if (entity === undefined || action === 'update' || own === undefined || own === null) continue
    const records = action === 'create' ? created : deleted
    records.set(recordName(baseEntity(model, entity), own), number)
  }
  const needs = new Map<number, Set<number>>()
  const add = (edit: number, needed: number | undefined): void => {
    if (needed === undefined || needed === edit) return
    const known = needs.get(edit)
    if (known === undefined) needs.set(edit, new Set([needed]))
    else known.add(needed)
  }
  for (const { number, entity: name, action, fields, base } of edits) {
    for (const { field, target } of referencesOf(model, name)) {
      if (action !== 'delete') add(number, created.get(recordName(target, fields[field])))
      const isRemoved = action === 'delete' || (action === 'update' && Object.hasOwn(fields, field))
      const former = isRemoved ? deleted.get(recordName(target, base?.[field])) : undefined
      if (former !== undefined) add(former, number)
    }
  }
  return new Map(
    [...needs].map(([edit, needed]) => [edit, [...needed].toSorted((one, other) => one - other)]),
  )
}

const recordName = ({ name }: Entity, key: unknown): string => JSON.stringify([name, String(key).trim()])

function referencesOf(
  model: Model,
  name: string,
): readonly { readonly field: string; readonly target: Entity }[] {
  return (model.byName.get(name)?.fields ?? []).flatMap(({ name: field, reference }) => {
    const target = model.byName.get(reference?.entity ?? '')
    return target === undefined ? [] : [{ field, target: baseEntity(model, target) }]
  })
}
