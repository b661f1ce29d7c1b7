/** Describes a color rule as text, for the tooltip and the accessible description of a marked cell. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../filter/check-filter.ts'
import { nodeText } from '../filter/words.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import type { ColorRule } from './color-rules.ts'

export function useRuleWords(meta: EntityMeta): (rule: ColorRule) => string {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  return useMemo(() => {
    const words = { t, formats, meta, fieldOf: fieldsOf(meta) }
    return ({ condition }) => nodeText(words, condition)
  }, [t, formats, meta])
}
