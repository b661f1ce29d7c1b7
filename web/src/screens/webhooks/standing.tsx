/** Status of a webhook or a delivery. */
import { useTranslation } from 'react-i18next'
import type { Delivery, Webhook } from '../../platform/api/webhooks.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

export function WebhookStanding({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { enabled, fault } = webhook
  if (!enabled && fault !== null) return <StatusBadge tone="bad">{t('state.failed')}</StatusBadge>
  if (!enabled) return <StatusBadge tone="off">{t('state.off')}</StatusBadge>
  if (fault !== null) return <StatusBadge tone="warn">{t('state.attention')}</StatusBadge>
  return <StatusBadge tone="ok">{t('state.on')}</StatusBadge>
}

export function DeliveryStanding({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const { delivered, due, attempts } = delivery
  if (delivered !== null) return <StatusBadge tone="ok">{t('log.arrived')}</StatusBadge>
  if (due === null) return <StatusBadge tone="bad">{t('log.givenUp')}</StatusBadge>
  return attempts === 0 ? (
    <StatusBadge tone="waiting">{t('log.waiting')}</StatusBadge>
  ) : (
    <StatusBadge tone="warn">{t('log.again')}</StatusBadge>
  )
}
