/** Changes that make networks easier: more stock, capacity, supply or time, or one constraint fewer. */
import type { FixtureRow } from './fixture-input.ts'

type Rows = readonly FixtureRow[]

/** Returns the rows with other values in some rows of a model. */
export const changed = (
  rows: Rows,
  model: string,
  fields: (row: FixtureRow['fields']) => FixtureRow['fields'] | undefined,
): Rows =>
  rows.map((row) =>
    row.model === `input.${model}` ? { ...row, fields: { ...row.fields, ...fields(row.fields) } } : row,
  )

const amount = (value: unknown, missing: number): number => (typeof value === 'number' ? value : missing)

const half = (value: unknown): number | undefined => (typeof value === 'number' ? value / 2 : undefined)

export const easier: Readonly<Record<string, (rows: Rows) => Rows>> = {
  'more stock': (rows) => changed(rows, 'buffer', ({ onhand }) => ({ onhand: amount(onhand, 0) + 10 })),
  'more capacity': (rows) =>
    changed(rows, 'resource', ({ maximum, setupmatrix, type }) =>
      setupmatrix === undefined && type === undefined ? { maximum: amount(maximum, 1) + 1 } : undefined,
    ),
  'shorter lead times': (rows) =>
    changed(rows, 'itemsupplier', ({ leadtime }) => ({ leadtime: amount(leadtime, 0) / 2 })),
  'faster operations': (rows) => {
    // A shorter operation may start later. Products that it makes at its start are then available later.
    const early = new Set(
      rows
        .filter(({ model, fields: { quantity, type } }) => {
          return model === 'input.operationmaterial' && amount(quantity, 1) > 0 && type === 'start'
        })
        .map(({ fields: { operation } }) => operation),
    )
    return changed(rows, 'operation', ({ name, duration, duration_per: per }) =>
      early.has(name) ? undefined : { duration: half(duration), duration_per: half(per) },
    )
  },
  'open Saturdays': (rows) =>
    changed(rows, 'calendarbucket', ({ calendar }) => (calendar === 'week' ? { saturday: true } : undefined)),
  'no fences and no time between operations': (rows) =>
    changed(rows, 'operation', () => ({ fence: undefined, posttime: undefined })),
  'no limits of capacity': (rows) => changed(rows, 'resource', () => ({ constrained: false })),
  'another supplier': (rows) => [
    ...rows,
    { model: 'input.supplier', fields: { name: 'other' } },
    ...rows
      .filter(({ model, fields }) => model === 'input.itemsupplier' && fields['supplier'] === 'shop')
      .map(({ model, fields: { item, location, leadtime } }) => ({
        model,
        fields: { item, location, leadtime, supplier: 'other', priority: 5 },
      })),
  ],
}
