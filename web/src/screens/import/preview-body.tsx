/** The first rows of a file, or why it cannot be read. */
import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PreviewRow } from '../../platform/api/import.ts'
import styles from './import.module.css'

interface PreviewBodyProps {
  readonly rows: readonly PreviewRow[]
  /** Number of columns. */
  readonly columns: number
  /** Returns whether a column is ignored. */
  readonly unknown?: (position: number) => boolean
}

export function PreviewBody({ rows, columns, unknown }: PreviewBodyProps) {
  const { t } = useTranslation('import')
  return (
    <Table.Tbody>
      {rows.map(({ line, cells, fault }) => (
        <Table.Tr key={line}>
          <Table.Td className={styles.soft}>{line}</Table.Td>
          {fault === undefined ? (
            Array.from({ length: columns }, (_, position) => (
              // oxlint-disable-next-line react/no-array-index-key
              <Table.Td key={position} data-unknown={unknown?.(position) === true}>
                {String(cells[position] ?? '')}
              </Table.Td>
            ))
          ) : (
            <Table.Td colSpan={columns} className={styles.bad}>
              {t('columns.fault', { fault })}
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}
