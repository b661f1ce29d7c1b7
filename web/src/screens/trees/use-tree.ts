/** State of a depth-first tree: open and visible rows. */
import { useState } from 'react'

export interface TreeRow {
  readonly id: number
  readonly parent: number | null
  readonly level: number
}

export interface Tree<Row> {
  readonly visible: readonly Row[]
  isOpen(row: Row): boolean
  hasChildren(row: Row): boolean
  toggle(row: Row): void
  /** Opens all rows down to a level, and closes those below. */
  openTo(level: number): void
  readonly deepest: number
}

export function useTree<Row extends TreeRow>(rows: readonly Row[], openAtFirst: number): Tree<Row> {
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set())
  const [depth, setDepth] = useState(openAtFirst)
  const parents = new Set(rows.map(({ parent }) => parent))
  const isOpen = (row: Row): boolean => row.level < depth !== changed.has(row.id)
  const shown = new Set<number>()
  const visible = rows.filter((row) => {
    const inSight = row.parent === null || shown.has(row.parent)
    if (inSight && isOpen(row)) shown.add(row.id)
    return inSight
  })
  return {
    visible,
    isOpen,
    hasChildren: (row) => parents.has(row.id),
    toggle: (row) => {
      const next = new Set(changed)
      if (!next.delete(row.id)) next.add(row.id)
      setChanged(next)
    },
    openTo: (level) => {
      setDepth(level)
      setChanged(new Set())
    },
    deepest: rows.reduce((most, { level }) => Math.max(most, level), 0),
  }
}
