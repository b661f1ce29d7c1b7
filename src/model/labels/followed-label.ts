/** What a field of a referred record is called among the fields of the record that refers to it. */
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { type Model, requireEntity } from '../model.ts'
import { entityLabel, fieldLabel, type Labels } from './labels.ts'

/** With the record referred to behind it, `quantity (order)`, where the other record has a field of the same name. */
export function followedLabel(model: Model, entity: Entity, field: Field, labels: Labels): string {
  const label = fieldLabel(entity, field, labels)
  if (field.via === undefined) return label
  const taken = entity.fields.some((own) => fieldLabel(entity, own, labels) === label)
  return taken ? `${label} (${entityLabel(requireEntity(model, field.via.entity), labels)})` : label
}
