/** The first rows of the file with the field of each column, which can be changed. */
import { Alert, NativeSelect, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportPreview } from '../../platform/api/import.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { PreviewBody } from './preview-body.tsx'
import styles from './import.module.css'

interface ColumnTableProps {
  readonly meta: EntityMeta
  readonly preview: ImportPreview
  /** Field names by position; empty for ignored columns. */
  readonly columns: readonly string[]
  readonly problem: string | null
  readonly disabled: boolean
  readonly onColumns: (columns: readonly string[]) => void
}

export function ColumnTable({ meta, preview, columns, problem, disabled, onColumns }: ColumnTableProps) {
  const { t } = useTranslation('import')
  const { columns: found, rows, more, refused } = preview
  if (refused !== undefined) return null
  const writable = meta.fields.filter(
    ({ name, editable, required, computed }) =>
      !computed && (editable || required || name === meta.key || meta.natural_key.includes(name)),
  )
  const labels = new Map(meta.fields.map(({ name, label }) => [name, label]))
  const known = new Set([...writable.map(({ name }) => name), ...columns.filter((name) => name !== '')])
  /** The column by which an import finds newer changes is read, although it is imported into no field. */
  const isDateColumn = (position: number): boolean => found[position]?.field === 'lastmodified'
  const optionsOf = (position: number) => [
    { value: '', label: t(isDateColumn(position) ? 'columns.dated' : 'columns.none') },
    ...[...known].map((name) => ({ value: name, label: labels.get(name) ?? name })),
  ]
  const isSkipped = (position: number): boolean => columns[position] === '' && !isDateColumn(position)
  const unknown = found.filter((_, position) => isSkipped(position))
  return (
    <>
      {problem === null ? null : (
        <Alert color="red" role="alert" title={t('columns.problem')}>
          {problem}
        </Alert>
      )}
      {unknown.length === 0 ? null : (
        <Alert color="yellow">
          {t('columns.unknown', {
            count: unknown.length,
            names: unknown
              .slice(0, 10)
              .map(({ header }) => header || '–')
              .join(', '),
          })}
        </Alert>
      )}
      <Table.ScrollContainer
        minWidth={0}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={t('columns.table')}
        className={styles.rows}
      >
        <Table stickyHeader aria-label={t('columns.table')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('columns.line')}</Table.Th>
              {found.map(({ header }, position) => (
                // Headers may be blank or duplicate; only their position is unique.
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Th key={position} scope="col" data-unknown={isSkipped(position)}>
                  <span className={styles.header}>{header || '–'}</span>
                  <NativeSelect
                    size="xs"
                    aria-label={t('columns.field', { header: header || position + 1 })}
                    disabled={disabled}
                    data={optionsOf(position)}
                    value={columns[position] ?? ''}
                    onChange={({ currentTarget }) =>
                      onColumns(
                        found.map((_, at) => (at === position ? currentTarget.value : (columns[at] ?? ''))),
                      )
                    }
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <PreviewBody rows={rows} columns={found.length} unknown={isSkipped} />
        </Table>
      </Table.ScrollContainer>
      <p className={styles.soft}>
        {rows.length === 0
          ? t('columns.noRows')
          : t(more ? 'columns.first' : 'columns.all', { count: rows.length })}
      </p>
    </>
  )
}
