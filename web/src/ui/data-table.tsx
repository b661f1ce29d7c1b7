/**
 * A small table whose rows are all loaded. It can be sorted by its headers and scrolls by itself on narrow screens.
 */
import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Sort key; a column without it cannot be sorted. */
  readonly sort?: (row: Row) => string | number
  /** Numbers are aligned at the end. */
  readonly align?: 'start' | 'end'
  /** Whether values stay on one line: a browser breaks dates at their hyphens. */
  readonly whole?: boolean
  /** CSS width. */
  readonly width?: string
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Content without rows. */
  readonly empty?: ReactNode
  /** Whether a row is shown as a card with labeled values where the columns do not fit beside each other. */
  readonly stacks?: boolean
}

interface Order {
  readonly id: string
  readonly down: boolean
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, stacks = false } = props
  const [order, setOrder] = useState<Order>()
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  const by = columns.find(({ id }) => id === order?.id)?.sort
  const shown =
    by === undefined ? rows : rows.toSorted((a, b) => compare(by(a), by(b)) * (order?.down ? -1 : 1))
  const sortBy = (id: string): void => setOrder({ id, down: order?.id === id && !order.down })
  return (
    <Table.ScrollContainer
      minWidth={0}
      type="native"
      className={`${styles.scroller} ${stacks ? styles.stacks : ''}`}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table aria-label={label} className={styles.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ id, header, sort, align, width }) => {
              const active = order?.id === id
              const direction = active ? (order.down ? 'descending' : 'ascending') : 'none'
              return (
                <Table.Th
                  key={id}
                  data-align={align}
                  {...(width === undefined ? {} : { w: width })}
                  {...(sort === undefined ? {} : { 'aria-sort': direction })}
                >
                  {sort === undefined ? (
                    header
                  ) : (
                    <UnstyledButton className={styles.sort} onClick={() => sortBy(id)}>
                      {header}
                      {active ? order.down ? <IconArrowDown size={12} /> : <IconArrowUp size={12} /> : null}
                    </UnstyledButton>
                  )}
                </Table.Th>
              )
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ id, header, cell, align, whole }) => (
                <Table.Td
                  key={id}
                  data-align={align}
                  data-whole={whole}
                  {...(stacks ? { 'data-label': header } : {})}
                >
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), undefined, { numeric: true })
}
