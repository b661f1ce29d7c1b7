import { describe, expect, it } from 'vitest'
import { pageEntries, type PaletteEntry, rank } from './entries.ts'

const entry = (label: string, hint = ''): PaletteEntry => ({ id: label, label, hint })
const labels = (entries: readonly PaletteEntry[]): readonly string[] => entries.map(({ label }) => label)

describe('the palette', () => {
  it('puts beginnings before words within, and those before letters within', () => {
    const entries = [entry('Workorders'), entry('Purchase orders'), entry('Orders')]
    expect(labels(rank(entries, 'ord'))).toEqual(['Orders', 'Purchase orders', 'Workorders'])
  })

  it('wants every word, in any order, without minding accents', () => {
    const entries = [entry('Rapport de capacité', 'Capacité'), entry('Rapport de stock')]
    expect(labels(rank(entries, 'capacite rap'))).toEqual(['Rapport de capacité'])
    expect(rank(entries, 'nothing')).toEqual([])
  })

  it('offers a page once, and none that cannot be opened', () => {
    const item = { id: 'a', label: 'Items', kind: 'entity', route: '/data/item', enabled: true } as const
    const closed = { ...item, label: 'Closed', route: '/data/closed', enabled: false }
    const groups = [
      { id: 'one', group: 'One', items: [item, closed] },
      { id: 'two', group: 'Two', items: [item] },
    ]
    expect(pageEntries(groups, 'a b').map(({ path }) => path)).toEqual(['/app/a%20b/data/item'])
  })
})
