/**
 * The sequence in which entities are imported: referenced entities first, views directly after the entity whose rows
 * they contain. Otherwise the sequence of the declarations is kept.
 */
import type { Entity } from './entity.ts'

export function importOrder(entities: readonly Entity[]): readonly Entity[] {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const sorted = new Set<Entity>()
  const open = new Set<Entity>()
  const visit = (entity: Entity): void => {
    if (sorted.has(entity)) return
    if (open.has(entity)) {
      throw new Error(`References form a circle: ${[...open, entity].map(({ name }) => name).join(' → ')}.`)
    }
    open.add(entity)
    for (const name of prerequisites(entity)) {
      const needed = byName.get(name)
      if (needed !== undefined && needed !== entity) visit(needed)
    }
    open.delete(entity)
    sorted.add(entity)
  }
  for (const entity of entities) visit(entity)
  return [...sorted]
}

function prerequisites(entity: Entity): readonly string[] {
  const referred = entity.fields.flatMap(({ reference }) =>
    reference === undefined ? [] : [reference.entity],
  )
  return entity.view === undefined ? referred : [...referred, entity.view.of]
}
