/** Labels of event kinds. */
import { useTranslation } from 'react-i18next'
import { type EventKind, eventKinds } from '../../../../src/model/event-kinds.ts'

const isEvent = (kind: string): kind is EventKind => eventKinds.some((known) => known === kind)

export function useKindWords(): (kind: string) => string {
  const { t } = useTranslation('webhooks')
  return (kind) => {
    if (isEvent(kind)) return t(`kind.${kind}`)
    return kind === 'gap' || kind === 'test' ? t(`kind.${kind}`) : kind
  }
}
