/** Options of an import: which records it creates and changes, and what it does with missing and other records. */
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ImportMode, modes } from '../../platform/api/import.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'

export interface ImportOptions {
  readonly mode: ImportMode
  /** Whether all other records are deleted. */
  readonly purge: boolean
  /** Whether missing referenced records are created. */
  readonly createMissing: boolean
  /** Whether changes made after the file was exported are overwritten. */
  readonly overwriteNewer: boolean
}

/** Returns the options with the most comprehensive mode that the user may run. */
export function defaultOptions({ permissions: { add, change } }: EntityMeta): ImportOptions {
  const mode = add && change ? 'upsert' : add ? 'create' : 'update'
  return { mode, purge: false, createMissing: false, overwriteNewer: false }
}

interface ImportOptionFieldsProps {
  readonly meta: EntityMeta
  readonly options: ImportOptions
  /** Whether the file shows when its records were last changed. */
  readonly dated: boolean
  readonly disabled: boolean
  readonly onChange: (options: ImportOptions) => void
}

export function ImportOptionFields({ meta, options, dated, disabled, onChange }: ImportOptionFieldsProps) {
  const { t } = useTranslation('import')
  const { add, change: mayChange, delete: remove } = meta.permissions
  const change = (changes: Partial<ImportOptions>): void => onChange({ ...options, ...changes })
  return (
    <>
      <Radio.Group
        label={t('mode.label')}
        value={options.mode}
        onChange={(value) => change({ mode: modes.find((name) => name === value) ?? 'upsert' })}
      >
        <Stack gap={6} mt={6}>
          {modes.map((name) => (
            <Radio
              key={name}
              value={name}
              size="sm"
              label={t(`mode.${name}`)}
              description={t(`mode.${name}Hint`)}
              disabled={disabled || (name !== 'update' && !add) || (name !== 'create' && !mayChange)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('missing.label')}
        description={t('missing.hint')}
        checked={options.createMissing}
        disabled={disabled}
        onChange={({ currentTarget }) => change({ createMissing: currentTarget.checked })}
      />
      {dated ? (
        <Checkbox
          label={t('newer.label')}
          description={t('newer.hint')}
          checked={options.overwriteNewer}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ overwriteNewer: currentTarget.checked })}
        />
      ) : null}
      {remove ? (
        <Checkbox
          label={t('purge.label', { entity: meta.label_plural })}
          description={t('purge.hint')}
          checked={options.purge}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ purge: currentTarget.checked })}
        />
      ) : null}
    </>
  )
}
