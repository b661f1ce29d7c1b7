/** Who made a change of a record, when, and by which way. */
import { useTranslation } from 'react-i18next'
import { remedyOf } from '../../../../src/model/remedy-origin.ts'
import type { HistoryEntry } from '../../platform/api/record-history.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

export function HistoryAuthor({
  entry: { user, created, channel, origin },
}: {
  readonly entry: Pick<HistoryEntry, 'user' | 'created' | 'channel' | 'origin'>
}) {
  const { t } = useTranslation('grid')
  const remedy = remedyOf(origin)
  return (
    <>
      {user === null ? t('record.nobody') : (user.username ?? t('record.gone'))} ·{' '}
      <RelativeTime at={created} /> · {t(`record.channel.${channel}`, { defaultValue: channel })}
      {remedy === undefined ? null : ` · ${t('record.remedy', { order: remedy.order })}`}
    </>
  )
}
