/** Fields of referenced records, with names such as `operationplan__item`: references are followed one level. */
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'
import { type Model, requireEntity } from './model.ts'

const separator = '__'

/** Returns the field of a referenced record by its name; undefined if it does not exist or is never returned. */
export function followedField(model: Model, entity: Entity, name: string): Field | undefined {
  for (let at = name.indexOf(separator); at > 0; at = name.indexOf(separator, at + 1)) {
    const reference = entity.fieldByName.get(name.slice(0, at))
    if (reference?.reference === undefined || reference.writeOnly || reference.virtual) continue
    const target = requireEntity(model, reference.reference.entity)
    const field = target.fieldByName.get(name.slice(at + separator.length))
    if (field === undefined || field.writeOnly || field.virtual) continue
    const via = { reference, entity: target.name, field }
    return {
      ...field,
      name,
      via,
      access: 'computed',
      nullable: true,
      required: false,
      unique: false,
      indexed: false,
    }
  }
  return undefined
}

/** Returns the references of some fields, without duplicates. */
export function followedReferences(fields: readonly Field[]): readonly Field[] {
  return [...new Set(fields.flatMap(({ via }) => via?.reference ?? []))]
}
