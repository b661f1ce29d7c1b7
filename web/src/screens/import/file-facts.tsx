/** Detected format of the file; ambiguous properties can be changed. */
import { Alert, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { delimiters, type ImportPreview, type Reading } from '../../platform/api/import.ts'
import styles from './import.module.css'

/** Common encodings of planning data. */
const charsets = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'utf-16le',
]

interface FileFactsProps {
  readonly preview: ImportPreview
  readonly reading: Reading
  readonly disabled: boolean
  readonly onReading: (reading: Reading) => void
}

export function FileFacts({ preview, reading, disabled, onReading }: FileFactsProps) {
  const { t } = useTranslation('import')
  const { format, packed, charset, delimiter, sheets, sheet, remarks, refused } = preview
  const taken = charset ?? 'utf-8'
  return (
    <>
      <div className={styles.facts}>
        <div>
          <span className={styles.soft}>{t('facts.format')}</span>
          <strong>{t(packed ? 'facts.packed' : `facts.${format}`)}</strong>
        </div>
        {format === 'xlsx' ? (
          sheets.length === 0 ? null : (
            <NativeSelect
              label={t('facts.sheet')}
              disabled={disabled}
              data={[...sheets]}
              value={sheet ?? ''}
              onChange={({ currentTarget }) => onReading({ ...reading, sheet: currentTarget.value })}
            />
          )
        ) : (
          <>
            <NativeSelect
              label={t('facts.charset')}
              disabled={disabled}
              data={charsets.includes(taken) ? charsets : [taken, ...charsets]}
              value={taken}
              onChange={({ currentTarget }) => onReading({ ...reading, charset: currentTarget.value })}
            />
            <NativeSelect
              label={t('facts.delimiter')}
              disabled={disabled}
              data={[
                ...(delimiter === undefined ? [{ value: '', label: t('facts.found') }] : []),
                ...delimiters.map((name) => ({ value: name, label: t(`delimiter.${name}`) })),
              ]}
              value={delimiter ?? reading.delimiter ?? ''}
              onChange={({ currentTarget }) =>
                onReading({ ...reading, delimiter: delimiters.find((name) => name === currentTarget.value) })
              }
            />
          </>
        )}
      </div>
      {refused === undefined ? null : (
        <Alert color="red" role="alert" title={t('facts.refused')}>
          {refused}
        </Alert>
      )}
      {remarks.map((remark) => (
        <p key={remark} className={styles.soft}>
          {remark}
        </p>
      ))}
    </>
  )
}
