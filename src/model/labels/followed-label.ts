/** Labels of fields of referenced records among the fields of the referring record. */
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { type Model, requireEntity } from '../model.ts'
import { entityLabel, fieldLabel, type Labels } from './labels.ts'

/**
 * Returns the label, with the referenced record in parentheses, `quantity (order)`, if the referring record has a
 * field with the same label.
 */
export function followedLabel(model: Model, entity: Entity, field: Field, labels: Labels): string {
  const label = fieldLabel(entity, field, labels)
  if (field.via === undefined) return label
  const taken = entity.fields.some((own) => fieldLabel(entity, own, labels) === label)
  return taken ? `${label} (${entityLabel(requireEntity(model, field.via.entity), labels)})` : label
}
