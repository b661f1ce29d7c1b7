/** A tree as a table: branches open and close by mouse or arrow keys; only visible rows are rendered. */
import { ActionIcon } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inSight, useSight } from '../reports/use-window.ts'
import { keyTarget } from './tree-keys.ts'
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

/** Pixels; two lines of a name. */
const rowHeight = 40
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
  const id = useId()
  const idOf = (place: number): string => `${id}-${place}`
  const { visible } = tree
  const { first, end } = inSight(sight.top, sight.height, rowHeight, visible.length, 8)
  const width =
    nameWidth +
    columns.reduce((sum, column) => sum + column.width, 0) +
    (timeline === undefined ? 0 : timelineWidth)
  const active = Math.min(at, visible.length - 1)
  /** Place of the row to follow, until it is rendered. */
  const wanted = useRef<number>(undefined)
  const follow = (): void => {
    if (wanted.current === undefined) return
    const link = box.current?.querySelector(`[aria-rowindex="${wanted.current + 2}"] [role="rowheader"] a`)
    if (!(link instanceof HTMLElement)) return
    wanted.current = undefined
    link.click()
  }
  // Keys can be faster than the rows that come into sight by scrolling.
  useEffect(follow)
  const go = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // In a focused button of a row, Enter presses that button.
    if (event.key === 'Enter' && event.target !== box.current) return
    const next = keyTarget(event.key, tree, active)
    if (next === undefined) return
    event.preventDefault()
    if (next === 'toggle') tree.toggle(visible[active]!)
    const place = typeof next === 'number' ? next : active
    setAt(place)
    wanted.current = next === 'follow' ? place : undefined
    const element = box.current
    if (element === null) return
    // The keys act on the active row, wherever the focus was: its row may even be scrolled away.
    element.focus({ preventScroll: true })
    if (place * rowHeight < element.scrollTop) element.scrollTop = place * rowHeight
    const bottom = (place + 2) * rowHeight
    if (bottom > element.scrollTop + sight.height) element.scrollTop = bottom - sight.height
    follow()
  }
  return (
    <div
      ref={box}
      className={styles.tree}
      role="treegrid"
      aria-label={label}
      aria-rowcount={visible.length + 1}
      tabIndex={0}
      {...(active >= first && active < end ? { 'aria-activedescendant': idOf(active) } : {})}
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
            // The keys of the table do the same.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={row.id}
              id={idOf(place)}
              role="row"
              aria-rowindex={place + 2}
              aria-level={row.level + 1}
              {...(parent ? { 'aria-expanded': open } : {})}
              className={styles.row}
              data-at={place === active}
              style={{ transform: `translateY(${(place + 1) * rowHeight}px)` }}
              onClick={() => setAt(place)}
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
                    onMouseDown={(event) => {
                      event.preventDefault()
                      box.current?.focus({ preventScroll: true })
                    }}
                    onClick={() => tree.toggle(row)}
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
