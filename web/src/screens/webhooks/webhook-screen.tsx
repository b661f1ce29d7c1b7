/** One webhook: settings, secret, test, and delivery log. */
import { Alert, Button } from '@mantine/core'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eventKinds } from '../../../../src/model/event-kinds.ts'
import { productionScenario } from '../../../../src/model/production.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  renewSecret,
  testWebhook,
  type Webhook,
  webhookQuery,
  webhooksKey,
} from '../../platform/api/webhooks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { SecretNote } from './secret-note.tsx'
import { WebhookStanding } from './standing.tsx'
import { WebhookForm } from './webhook-form.tsx'
import styles from './webhooks.module.css'

const help = 'how-to/follow-changes#webhooks'

/** A number, or `new`: a created webhook stays on the screen with its secret. */
export function WebhookScreen() {
  const { t } = useTranslation('webhooks')
  const { id = '' } = useParams({ strict: false })
  const [made, setMade] = useState<{ readonly id: number; readonly secret: string }>()
  const number = id === 'new' ? made?.id : Number(id)
  if (number !== undefined) {
    return <Existing key={number} id={number} secret={made?.id === number ? made.secret : undefined} />
  }
  return (
    <>
      <PageHeader
        title={t('new.title')}
        crumbs={[{ label: t('title'), to: '/app/admin/webhooks' }]}
        help={help}
      />
      <NewWebhook onMade={setMade} />
    </>
  )
}

const fresh = {
  name: '',
  url: '',
  kinds: eventKinds,
  entities: [],
  scenarios: [productionScenario],
  enabled: true,
} as const

interface NewWebhookProps {
  readonly onMade: (made: { readonly id: number; readonly secret: string }) => void
}

function NewWebhook({ onMade }: NewWebhookProps) {
  const { t } = useTranslation('webhooks')
  const { history } = useRouter()
  const client = useQueryClient()
  return (
    <div className={styles.page}>
      <WebhookForm
        stored={fresh}
        action={t('new.save')}
        onCancel={() => history.push('/app/admin/webhooks', undefined, { ignoreBlocker: true })}
        onSave={async (changes) => {
          const made = await createWebhook({ ...fresh, ...changes })
          await client.invalidateQueries({ queryKey: webhooksKey })
          onMade(made)
          history.replace(`/app/admin/webhooks/${made.id}`, undefined, { ignoreBlocker: true })
        }}
      />
    </div>
  )
}

interface ExistingProps {
  readonly id: number
  readonly secret: string | undefined
}

function Existing({ id, secret }: ExistingProps) {
  const { t } = useTranslation('webhooks')
  const { history } = useRouter()
  const client = useQueryClient()
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id))
  const crumbs = [{ label: t('title'), to: '/app/admin/webhooks' }]
  const refresh = () => client.invalidateQueries({ queryKey: webhooksKey })
  const testing = useMutation({
    mutationFn: () => testWebhook(id),
    onSuccess: async () => {
      toastDone({ message: t('test.sent') })
      await refresh()
    },
    onError: (failure) => toastError(failure),
  })
  if (webhook === undefined) {
    return (
      <>
        <PageHeader title={t('title')} crumbs={crumbs} help={help} />
        {error === null ? <LoadingSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </>
    )
  }
  const remove = async (): Promise<void> => {
    const done = await confirm({
      title: t('delete.title', { name: webhook.name }),
      children: t('delete.hint', { url: webhook.url }),
      action: t('delete.action'),
      danger: true,
      run: () => deleteWebhook(id),
    })
    if (!done) return
    toastDone({ message: t('delete.done', { name: webhook.name }) })
    client.removeQueries({ queryKey: webhookQuery(id).queryKey })
    history.push('/app/admin/webhooks', undefined, { ignoreBlocker: true })
  }
  const { name, enabled } = webhook
  return (
    <>
      <PageHeader
        title={name}
        crumbs={crumbs}
        help={help}
        aside={<WebhookStanding webhook={webhook} />}
        actions={
          <>
            <Button variant="default" leftSection={<IconTrash size={14} />} onClick={() => void remove()}>
              {t('delete.action')}
            </Button>
            <Button
              leftSection={<IconSend size={14} />}
              disabled={!enabled}
              loading={testing.isPending}
              onClick={() => testing.mutate()}
            >
              {t('test.button')}
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        {secret === undefined ? null : <SecretNote secret={secret} />}
        <Fault webhook={webhook} />
        <div className={styles.columns}>
          <div className={styles.stack}>
            <WebhookForm
              stored={webhook}
              action={t('save')}
              onSave={async (changes) => {
                await changeWebhook(id, changes)
                toastDone({ message: t('saved') })
                await refresh()
              }}
            />
            <SecretPanel webhook={webhook} />
          </div>
          <DeliveryLog webhook={webhook} />
        </div>
      </div>
    </>
  )
}

/** Why the webhook was disabled, or what its endpoint did not get; acknowledging enables it again. */
function Fault({ webhook: { id, fault, enabled } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => changeWebhook(id, { enabled: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: webhooksKey }),
    onError: (failure) => toastError(failure),
  })
  if (fault === null) return null
  return (
    <Alert
      color={enabled ? 'orange' : 'red'}
      role="alert"
      title={enabled ? t('state.attention') : t('state.failed')}
    >
      <p className={styles.reason}>{fault}</p>
      <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
        {enabled ? t('fault.seen') : t('fault.enable')}
      </Button>
    </Alert>
  )
}

function SecretPanel({ webhook: { id, name, owner, created } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const formats = useFormats()
  const [secret, setSecret] = useState<string>()
  const renew = (): Promise<boolean> =>
    confirm({
      title: t('secret.renewTitle', { name }),
      children: t('secret.renewHint'),
      action: t('secret.renew'),
      danger: true,
      run: async () => setSecret(await renewSecret(id)),
    })
  return (
    <Panel title={t('secret.panel')} about={t('secret.about')}>
      {secret === undefined ? null : <SecretNote secret={secret} />}
      <div className={styles.line}>
        <Button variant="default" onClick={() => void renew()}>
          {t('secret.renew')}
        </Button>
        <span className={styles.soft}>{t('made', { owner, at: formats.date(created) })}</span>
      </div>
    </Panel>
  )
}
