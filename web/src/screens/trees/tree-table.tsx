/** A tree as a table: branches open and close by mouse or arrow keys; only visible rows are rendered. */
import { ActionIcon } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inSight, useSight } from '../reports/use-window.ts'
import type { Tree, TreeRow } from './use-tree.ts'
import styles from './trees.module.css'

export interface TreeColumn<Row> {
  readonly id: string
  readonly header: ReactNode
  readonly renderCell: (row: Row) => ReactNode
  readonly width: number
  readonly end?: boolean
}

interface TreeTableProps<Row> {
  readonly label: string
  readonly tree: Tree<Row>
  /** Renders the name column. */
  readonly renderName: (row: Row) => ReactNode
  readonly nameHeader: string
  readonly columns: readonly TreeColumn<Row>[]
  /** Takes the remaining width. */
  readonly timeline?: { readonly header: ReactNode; readonly renderCell: (row: Row) => ReactNode }
}

/** Pixels. */
const rowHeight = 32
const nameWidth = 290
/** With the other columns it fits a screen of 1440 pixels with its menu: the end of a late order is in sight. */
const timelineWidth = 240

export function TreeTable<Row extends TreeRow>({
  label,
  tree,
  renderName,
  nameHeader,
  columns,
  timeline,
}: TreeTableProps<Row>) {
  const { t } = useTranslation('trees')
  const box = useRef<HTMLDivElement>(null)
  const sight = useSight(box)
  const [at, setAt] = useState(0)
  const { visible } = tree
  const { first, end } = inSight(sight.top, sight.height, rowHeight, visible.length, 8)
  const width =
    nameWidth +
    columns.reduce((sum, column) => sum + column.width, 0) +
    (timeline === undefined ? 0 : timelineWidth)
  const go = (event: KeyboardEvent): void => {
    const row = visible[at]
    if (row === undefined) return
    const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -12, PageDown: 12 }
    const step = steps[event.key]
    if (step !== undefined) setAt(Math.max(0, Math.min(visible.length - 1, at + step)))
    else if (event.key === 'ArrowRight' && tree.hasChildren(row) && !tree.isOpen(row)) tree.toggle(row)
    else if (event.key === 'ArrowLeft' && tree.hasChildren(row) && tree.isOpen(row)) tree.toggle(row)
    else return
    event.preventDefault()
    const next = Math.max(0, Math.min(visible.length - 1, at + (step ?? 0)))
    const element = box.current
    if (element === null) return
    if (next * rowHeight < element.scrollTop) element.scrollTop = next * rowHeight
    const bottom = (next + 2) * rowHeight
    if (bottom > element.scrollTop + sight.height) element.scrollTop = bottom - sight.height
  }
  return (
    <div
      ref={box}
      className={styles.tree}
      role="treegrid"
      aria-label={label}
      aria-rowcount={visible.length + 1}
      tabIndex={0}
      onKeyDown={go}
    >
      <div
        className={styles.sheet}
        role="presentation"
        style={{ minWidth: width, height: (visible.length + 1) * rowHeight }}
      >
        <div className={styles.head} role="row" aria-rowindex={1}>
          <div role="columnheader" className={styles.name}>
            {nameHeader}
          </div>
          {columns.map((column) => (
            <div key={column.id} role="columnheader" data-end={column.end} style={{ width: column.width }}>
              {column.header}
            </div>
          ))}
          {timeline === undefined ? null : (
            <div role="columnheader" className={styles.timeline}>
              {timeline.header}
            </div>
          )}
        </div>
        {visible.slice(first, end).map((row, index) => {
          const place = first + index
          const open = tree.isOpen(row)
          const parent = tree.hasChildren(row)
          return (
            <div
              key={row.id}
              role="row"
              aria-rowindex={place + 2}
              aria-level={row.level + 1}
              {...(parent ? { 'aria-expanded': open } : {})}
              className={styles.row}
              data-at={place === at}
              style={{ transform: `translateY(${(place + 1) * rowHeight}px)` }}
            >
              <div
                role="rowheader"
                className={styles.name}
                style={{ paddingInlineStart: 8 + row.level * 16 }}
              >
                {parent ? (
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    tabIndex={-1}
                    data-open={open}
                    className={styles.chevron}
                    aria-label={t(open ? 'close' : 'open')}
                    onClick={() => {
                      setAt(place)
                      tree.toggle(row)
                    }}
                  >
                    <IconChevronRight size={14} />
                  </ActionIcon>
                ) : (
                  <span className={styles.leaf} />
                )}
                {renderName(row)}
              </div>
              {columns.map((column) => (
                <div key={column.id} role="gridcell" data-end={column.end} style={{ width: column.width }}>
                  {column.renderCell(row)}
                </div>
              ))}
              {timeline === undefined ? null : (
                <div role="gridcell" className={styles.timeline}>
                  {timeline.renderCell(row)}
                </div>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
