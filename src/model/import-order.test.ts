import { describe, expect, it } from 'vitest'
import { buildModel } from './model.ts'

describe('import order', () => {
  const order = buildModel().importOrder.map((entity) => entity.name)

  it('puts every entity once', () => {
    expect(new Set(order).size).toBe(order.length)
    expect(order.length).toBe(buildModel().entities.length)
  })

  it('puts what is referred to before what refers', () => {
    for (const entity of buildModel().entities) {
      for (const { reference } of entity.fields) {
        if (reference === undefined || reference.entity === entity.name) continue
        expect(order.indexOf(reference.entity), `${reference.entity} before ${entity.name}`).toBeLessThan(
          order.indexOf(entity.name),
        )
      }
    }
  })
})
