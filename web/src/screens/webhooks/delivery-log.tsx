/** Deliveries to an endpoint, newest first; each can be repeated. */
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type Delivery,
  deliveriesQuery,
  replayDelivery,
  type Webhook,
  webhooksKey,
} from '../../platform/api/webhooks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { DeliveryStanding } from './standing.tsx'
import { useKindWords } from './use-kind-words.ts'
import styles from './webhooks.module.css'

export function DeliveryLog({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const found = useInfiniteQuery(deliveriesQuery(webhook.id))
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = found
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <Panel title={t('log.title')} about={t('log.about')}>
      <QueryView query={found} inline rows={3}>
        {() =>
          deliveries.length === 0 ? (
            <EmptyState title={t('log.none')}>{t('log.noneHint')}</EmptyState>
          ) : (
            <ol className={styles.log}>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
              ))}
            </ol>
          )
        }
      </QueryView>
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('log.more')}
        </Button>
      ) : null}
    </Panel>
  )
}

interface DeliveryRowProps {
  readonly webhook: Webhook
  readonly delivery: Delivery
}

function DeliveryRow({ webhook: { id: webhook, enabled }, delivery }: DeliveryRowProps) {
  const { t } = useTranslation('webhooks')
  const formats = useFormats()
  const client = useQueryClient()
  const kindWords = useKindWords()
  const { id, kind, created, attempts, due, delivered, status, answer } = delivery
  const { mutate, isPending } = useMutation({
    mutationFn: () => replayDelivery(webhook, id),
    onSuccess: async () => {
      toastDone({ message: t('log.replayed', { number: id }) })
      await client.invalidateQueries({ queryKey: webhooksKey })
    },
    onError: (error) => toastError(error),
  })
  const facts = [
    formats.moment(created),
    ...(attempts === 0 ? [] : [t('log.attempts', { count: attempts })]),
    ...(due === null || attempts === 0 ? [] : [t('log.due', { at: formats.moment(due) })]),
    ...(delivered === null ? [] : [t('log.at', { at: formats.moment(delivered) })]),
  ]
  return (
    <li>
      <div className={styles.what}>
        <div className={styles.line}>
          <b>{kindWords(kind)}</b>
          <span className={styles.soft}>msg_{id}</span>
          <DeliveryStanding delivery={delivery} />
          {status === null ? null : <code className={styles.status}>{status}</code>}
        </div>
        <div className={styles.soft}>{facts.join(' · ')}</div>
        {answer === null || answer.trim() === '' ? null : (
          <details>
            <summary>{status === null ? t('log.reason') : t('log.answer')}</summary>
            <pre className={styles.answer}>{answer}</pre>
          </details>
        )}
      </div>
      {enabled ? (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          leftSection={<IconRefresh size={13} />}
          aria-label={t('log.replayOf', { number: id })}
          onClick={() => mutate()}
        >
          {t('log.replay')}
        </Button>
      ) : null}
    </li>
  )
}
