/** Preview of a file: its table as an import reads it, or its first lines. */
import { Alert, NativeSelect, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FilePreview as Preview, filePreviewQuery, type FolderName } from '../../platform/api/files.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PreviewBody } from '../import/preview-body.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useEntityLabels } from './entity-labels.ts'
import styles from './files.module.css'
import { DrawerDialog } from '../../ui/dialog.tsx'

interface FilePreviewProps {
  readonly folder: FolderName
  readonly name: string
  readonly onClose: () => void
}

export function FilePreview({ folder, name, onClose }: FilePreviewProps) {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const [sheet, setSheet] = useState<string>()
  const found = useQuery(filePreviewQuery(scenario.name, folder, name, sheet))
  return (
    <DrawerDialog
      onClose={onClose}
      position="right"
      size="xl"
      title={name}
      closeButtonProps={{ 'aria-label': t('preview.close') }}
    >
      <QueryView query={found} inline>
        {(data) => (
          <div className={styles.stack}>
            <Facts preview={data} onSheet={setSheet} />
            {data.refused !== undefined ? (
              <Alert color="red" title={t('import:facts.refused')}>
                {data.refused}
              </Alert>
            ) : data.format === 'text' ? (
              <Lines name={name} preview={data} />
            ) : (
              <Rows name={name} preview={data} />
            )}
          </div>
        )}
      </QueryView>
    </DrawerDialog>
  )
}

interface PartProps {
  readonly name: string
  readonly preview: Preview
}

function Facts({
  preview: { size, entity, format, charset, delimiter, sheets, sheet, remarks },
  onSheet,
}: {
  readonly preview: Preview
  readonly onSheet: (sheet: string) => void
}) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const labels = useEntityLabels()
  const facts = [
    [t('column.size'), formats.bytes(size)],
    [t('preview.holds'), entity === null ? undefined : (labels.get(entity) ?? entity)],
    [t('import:facts.format'), format === 'text' ? undefined : t(`import:facts.${format}`)],
    [t('import:facts.charset'), charset],
    [t('import:facts.delimiter'), delimiter === undefined ? undefined : t(`import:delimiter.${delimiter}`)],
  ].filter(([, value]) => value !== undefined)
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sheets.length < 2 ? null : (
        <NativeSelect
          label={t('import:facts.sheet')}
          data={[...sheets]}
          value={sheet ?? ''}
          onChange={({ currentTarget }) => onSheet(currentTarget.value)}
        />
      )}
      {remarks.map((remark) => (
        <p key={remark} className={styles.soft}>
          {remark}
        </p>
      ))}
    </>
  )
}

function Rows({ name, preview: { header, rows, more } }: PartProps) {
  const { t } = useTranslation('files')
  const label = t('preview.table', { name })
  return (
    <>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={label}>
        <Table className={styles.preview} aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('import:columns.line')}</Table.Th>
              {header.map((title, position) => (
                // Headers may be blank or duplicate; only their position is unique.
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Th key={position} scope="col">
                  {title || '–'}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <PreviewBody rows={rows} columns={header.length} />
        </Table>
      </Table.ScrollContainer>
      <p className={styles.soft}>
        {rows.length === 0
          ? t('import:columns.noRows')
          : t(more ? 'import:columns.first' : 'import:columns.all', { count: rows.length })}
      </p>
    </>
  )
}

function Lines({ name, preview: { lines, more } }: PartProps) {
  const { t } = useTranslation('files')
  return (
    <>
      {/* What is too long for its place is scrolled by keys as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.text} tabIndex={0} role="region" aria-label={t('preview.table', { name })}>
        {lines.join('\n')}
      </pre>
      {more ? <p className={styles.soft}>{t('preview.lines', { count: lines.length })}</p> : null}
    </>
  )
}
