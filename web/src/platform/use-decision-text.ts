/** Names what a user has accepted, from the origin of its change set: a remedy, overtime or a downtime of a resource. */
import { useTranslation } from 'react-i18next'
import { purposeOf, remedyOf } from '../../../src/model/decision-origin.ts'

/** Requires the words of `grid`, and with the kind of remedy those of `trial`. Undefined for any other origin. */
export function useDecisionText(hasKind = false): (origin: string | null) => string | undefined {
  const { t } = useTranslation('grid')
  return (origin) => {
    const purpose = purposeOf(origin)
    if (purpose !== undefined) return t(`record.${purpose.kind}`, { resource: purpose.resource })
    const remedy = remedyOf(origin)
    if (remedy === undefined) return undefined
    const text = t('record.remedy', { order: remedy.order })
    return hasKind ? `${text} (${t(`trial:kind.${remedy.kind}`, { defaultValue: remedy.kind })})` : text
  }
}
