/** Tests the keys of a tree: they go through its rows, open and close branches, and follow a row. */
import { describe, expect, it } from 'vitest'
import { keyTarget } from './tree-keys.ts'
import type { Tree, TreeRow } from './use-tree.ts'

const rows: readonly TreeRow[] = [
  { id: 1, parent: null, level: 0 },
  { id: 2, parent: 1, level: 1 },
  { id: 3, parent: 2, level: 2 },
  { id: 4, parent: 1, level: 1 },
]

/** The tree with 1 and 2 open; 4 is a closed branch. */
const tree: Tree<TreeRow> = {
  visible: rows,
  isOpen: ({ id }) => id !== 4,
  hasChildren: ({ id }) => id !== 3,
  toggle: () => undefined,
  openTo: () => undefined,
  deepest: 3,
}
const press = (key: string, active: number, rtl = false) => keyTarget(key, tree, active, rtl)

describe('the keys of a tree', () => {
  it('go to the next, the previous, the first and the last row', () => {
    expect(press('ArrowDown', 0)).toBe(1)
    expect(press('ArrowUp', 0)).toBe(0)
    expect(press('PageDown', 0)).toBe(3)
    expect(press('Home', 2)).toBe(0)
    expect(press('End', 0)).toBe(3)
  })

  it('open and close branches, and go into and out of them', () => {
    expect(press('ArrowRight', 3)).toBe('toggle')
    expect(press('ArrowRight', 0)).toBe(1)
    expect(press('ArrowRight', 2)).toBeUndefined()
    expect(press('ArrowLeft', 1)).toBe('toggle')
    expect(press('ArrowLeft', 2)).toBe(1)
    expect(press('ArrowLeft', 3)).toBe(0)
  })

  it('are mirrored where the text runs leftwards', () => {
    expect(press('ArrowLeft', 3, true)).toBe('toggle')
    expect(press('ArrowRight', 3, true)).toBe(0)
  })

  it('follow a row', () => {
    expect(press('Enter', 2)).toBe('follow')
    expect(press('x', 2)).toBeUndefined()
  })
})
