/** API keys of the user. A secret is shown once, when it is created. */
import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayMs } from '../../platform/formats/instants.ts'
import {
  type ApiKey,
  createKey,
  keyScopes,
  type KeyScope,
  keysQuery,
  revokeKey,
} from '../../platform/api/account.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { homeScenario, useMe } from '../../platform/api/me.ts'
import { productionScenario } from '../../platform/api/paths.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { SecretBox } from '../../ui/secret-box.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { toastDone } from '../../ui/toasts.ts'
import styles from './preferences.module.css'

/** Returns the date after a number of days. */
const dateIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** Default validity of a key for an assistant, in days. */
const assistantDays = 90

interface Draft {
  readonly name: string
  readonly expiry: string
  readonly scope: KeyScope
  readonly entities: string
  readonly scenarios: string
}

const fresh = (): Draft => ({ name: '', expiry: dateIn(365), scope: 'all', entities: '', scenarios: '' })

const scopeWords = {
  all: 'keys.scopeAll',
  read: 'keys.scopeRead',
  propose: 'keys.scopePropose',
  write: 'keys.scopeWrite',
  tasks: 'keys.scopeTasks',
} as const

export function KeysPanel() {
  const { t } = useTranslation('preferences')
  const formats = useFormats()
  const me = useMe()
  const client = useQueryClient()
  const scenario = homeScenario(me) ?? productionScenario
  const query = keysQuery(scenario, me.id)
  const { data, error, isPending, refetch } = useQuery(query)
  const [draft, setDraft] = useState(fresh)
  const { hash } = useLocation()
  const named = hash === 'keys' && !isPending
  // The target of a link is far down, and the panels above it get their size only now.
  useEffect(() => {
    if (named) document.querySelector('#keys')?.scrollIntoView()
  }, [named])
  const making = useMutation({
    mutationFn: ({ name, expiry, ...limits }: Draft) =>
      createKey(scenario, { name: name.trim(), expiry_date: `${expiry}T00:00:00`, ...limits }),
    onSuccess: async () => {
      setDraft(fresh())
      await client.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  const failure = making.error === null ? undefined : asApiError(making.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    making.mutate(draft)
  }
  const nameField = useRef<HTMLInputElement>(null)
  const prepareForAssistant = (): void => {
    setDraft({ ...fresh(), name: t('keys.assistantName'), scope: 'propose', expiry: dateIn(assistantDays) })
    nameField.current?.focus()
  }
  const revoke = async (key: ApiKey): Promise<void> => {
    const done = await confirm({
      title: t('keys.revokeTitle', { name: key.name }),
      children: t('keys.revokeHint'),
      action: t('keys.revoke'),
      danger: true,
      run: () => revokeKey(scenario, key.id),
    })
    if (!done) return
    toastDone({ message: t('keys.revoked', { name: key.name }) })
    await client.invalidateQueries({ queryKey: query.queryKey })
  }
  const today = dateIn(0)
  return (
    <Panel
      id="keys"
      title={t('keys.title')}
      about={
        <>
          {t('keys.about')}{' '}
          <a href={addressOfPath('/api/help/how-to/connect-an-assistant')} target="_blank" rel="noreferrer">
            {t('keys.assistantHelp')}
          </a>
        </>
      }
      actions={
        <Button variant="default" onClick={prepareForAssistant}>
          {t('keys.assistant')}
        </Button>
      }
    >
      {making.data === undefined ? null : (
        <Alert color="teal" title={t('keys.made', { name: making.data.name })} role="status">
          <SecretBox value={making.data.key} copy={t('keys.copy')} />
          {t('keys.once')}
          {making.variables.scope === 'propose' ? (
            <SecretBox value={`${location.origin}${addressOfPath('/mcp')}`}>
              {t('keys.assistantAddress')}
            </SecretBox>
          ) : null}
        </Alert>
      )}
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} inline />
      ) : isPending ? (
        <LoadingSkeleton rows={2} />
      ) : data.length === 0 ? (
        <p className={styles.soft}>{t('keys.none')}</p>
      ) : (
        <ul className={styles.list}>
          {data.map((key) => (
            <li key={key.id}>
              <div className={styles.what}>
                <b>{key.name}</b>{' '}
                {key.expiry_date.slice(0, 10) < today ? (
                  <StatusBadge tone="off">{t('keys.expired')}</StatusBadge>
                ) : null}
                <div className={styles.soft}>
                  {[t(scopeWords[key.scope]), key.entities, key.scenarios]
                    .filter((word) => word !== null && word !== '')
                    .join(' · ')}{' '}
                  · {t('keys.until', { at: formats.date(key.expiry_date) })} ·{' '}
                  {key.last_used === null
                    ? t('keys.unused')
                    : t('keys.used', { at: formats.date(key.last_used) })}
                </div>
              </div>
              <Button
                variant="default"
                aria-label={t('keys.revokeOf', { name: key.name })}
                onClick={() => void revoke(key)}
              >
                {t('keys.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.pair}>
          <TextInput
            ref={nameField}
            label={t('keys.name')}
            placeholder={t('keys.nameHint')}
            required
            maxLength={300}
            value={draft.name}
            error={failure?.fields['name']?.join(' ')}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, name: value }))}
          />
          <TextInput
            type="date"
            label={t('keys.expiry')}
            required
            min={dateIn(1)}
            value={draft.expiry}
            error={failure?.fields['expiry_date']?.join(' ')}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, expiry: value }))}
          />
        </div>
        <div className={styles.pair}>
          <TextInput
            label={t('keys.entities')}
            placeholder={t('keys.entitiesHint')}
            value={draft.entities}
            error={failure?.fields['entities']?.join(' ')}
            onChange={({ currentTarget: { value } }) =>
              setDraft((before) => ({ ...before, entities: value }))
            }
          />
          <TextInput
            label={t('keys.scenarios')}
            value={draft.scenarios}
            error={failure?.fields['scenarios']?.join(' ')}
            onChange={({ currentTarget: { value } }) =>
              setDraft((before) => ({ ...before, scenarios: value }))
            }
          />
        </div>
        <Group justify="space-between" align="end">
          <NativeSelect
            label={t('keys.scope')}
            data={keyScopes.map((scope) => ({ value: scope, label: t(scopeWords[scope]) }))}
            value={draft.scope}
            onChange={({ currentTarget: { value } }) =>
              setDraft((before) => ({
                ...before,
                scope: keyScopes.find((scope) => scope === value) ?? 'read',
              }))
            }
          />
          <Button type="submit" loading={making.isPending}>
            {t('keys.make')}
          </Button>
        </Group>
        {failure === undefined || Object.keys(failure.fields).length > 0 ? null : (
          <Alert color="red" role="alert">
            {failure.detail}
          </Alert>
        )}
      </form>
    </Panel>
  )
}
