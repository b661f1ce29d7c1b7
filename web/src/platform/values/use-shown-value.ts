/** Labels and values of fields as planners read them: with the words of the screens, not those of the data. */
import { useTranslation } from 'react-i18next'
import { type EntityMeta, heading } from '../meta/entity-meta.ts'
import { documentText } from './document-text.ts'
import { formatValue } from './format-value.ts'
import { useFieldFormats } from './field-formats.ts'

export interface ShownValue {
  readonly label: (field: string) => string
  readonly value: (field: string, value: unknown) => string
}

export function useShownValue(meta: EntityMeta | undefined): ShownValue {
  const { t, i18n } = useTranslation('grid')
  const formats = useFieldFormats()
  const fieldOf = (name: string) => meta?.fields.find((one) => one.name === name)
  return {
    label: (name) => heading(fieldOf(name)?.label ?? name, i18n.language),
    value: (name, value) => {
      const field = fieldOf(name)
      if (value === null || value === undefined) return t('conflict.nothing')
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
      return field === undefined ? documentText(value) : formatValue(field, value, formats)
    },
  }
}
