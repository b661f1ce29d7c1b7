/** Keys of a tree that is shown as a table. */
import type { Tree, TreeRow } from './use-tree.ts'

/** Number of rows that Page Up and Page Down move by. */
const pageRows = 12

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * Returns what a key does in the active row: the place of the next active row, `toggle` to open or close the branch,
 * `follow` to open the record of the row; undefined if the key does nothing.
 */
export function keyTarget<Row extends TreeRow>(
  key: string,
  tree: Tree<Row>,
  active: number,
  rtl = document.documentElement.dir === 'rtl',
): number | 'toggle' | 'follow' | undefined {
  const { visible } = tree
  const row = visible[active]
  if (row === undefined) return undefined
  const within = (place: number): number => Math.max(0, Math.min(visible.length - 1, place))
  const isOpen = tree.hasChildren(row) && tree.isOpen(row)
  switch (rtl ? (mirrored[key] ?? key) : key) {
    case 'ArrowUp':
      return within(active - 1)
    case 'ArrowDown':
      return within(active + 1)
    case 'PageUp':
      return within(active - pageRows)
    case 'PageDown':
      return within(active + pageRows)
    case 'Home':
      return 0
    case 'End':
      return visible.length - 1
    case 'ArrowRight':
      return isOpen ? within(active + 1) : tree.hasChildren(row) ? 'toggle' : undefined
    case 'ArrowLeft':
      if (isOpen) return 'toggle'
      return row.parent === null ? undefined : visible.findIndex(({ id }) => id === row.parent)
    case 'Enter':
      return 'follow'
    default:
      return undefined
  }
}
