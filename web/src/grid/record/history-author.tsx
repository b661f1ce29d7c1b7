/** Who made a change of a record, when, and by which way. */
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '../../platform/api/record-history.ts'
import { useDecisionText } from '../../platform/use-decision-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

export function HistoryAuthor({
  entry: { user, created, channel, origin },
}: {
  readonly entry: Pick<HistoryEntry, 'user' | 'created' | 'channel' | 'origin'>
}) {
  const { t } = useTranslation('grid')
  const decision = useDecisionText()(origin)
  return (
    <>
      {user === null ? t('record.nobody') : (user.username ?? t('record.gone'))} ·{' '}
      <RelativeTime at={created} /> · {t(`record.channel.${channel}`, { defaultValue: channel })}
      {decision === undefined ? null : ` · ${decision}`}
    </>
  )
}
