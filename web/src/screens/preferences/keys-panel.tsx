/** API keys of the user. A secret is shown once, when it is created. */
import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createKey, keysQuery } from '../../platform/api/account.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { homeScenario, useMe } from '../../platform/api/me.ts'
import { productionScenario } from '../../../../src/model/production.ts'
import { useServiceDays } from '../../platform/calendar/use-service-days.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SecretBox } from '../../ui/secret-box.tsx'
import { type KeyDraft, KeyForm } from './key-form.tsx'
import { KeyList } from './key-list.tsx'
import styles from './preferences.module.css'

/** Default validity of a key, in days. */
const usualDays = 365
/** Default validity of a key for an assistant, in days. */
const assistantDays = 90

const isFilledIn = ({ name, scope, entities, scenarios }: KeyDraft): boolean =>
  name.trim() !== '' || scope !== 'all' || entities.length + scenarios.length > 0

export function KeysPanel() {
  const { t } = useTranslation('preferences')
  const me = useMe()
  const client = useQueryClient()
  const scenario = homeScenario(me) ?? productionScenario
  const query = keysQuery(scenario, me.id)
  const found = useQuery(query)
  const { isPending } = found
  const serviceDay = useServiceDays()
  const fresh = (days = usualDays): KeyDraft => ({
    name: '',
    expiry: serviceDay(days),
    scope: 'all',
    entities: [],
    scenarios: [],
  })
  const [draft, setDraft] = useState<KeyDraft>(() => fresh())
  const { hash } = useLocation()
  const named = hash === 'keys' && !isPending
  // The target of a link is far down, and the panels above it get their size only now.
  useEffect(() => {
    if (named) document.querySelector('#keys')?.scrollIntoView()
  }, [named])
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: query.queryKey })
  const making = useMutation({
    mutationFn: ({ name, expiry, scope, entities, scenarios }: KeyDraft) =>
      createKey(scenario, {
        name: name.trim(),
        expiry_date: `${expiry}T00:00:00`,
        scope,
        entities: entities.join(','),
        scenarios: scenarios.join(','),
      }),
    onSuccess: async (_made, sent) => {
      setDraft((now) => (now === sent ? fresh() : now))
      await refresh()
    },
  })
  const nameField = useRef<HTMLInputElement>(null)
  const prepareForAssistant = (): void => {
    setDraft({ ...fresh(assistantDays), name: t('keys.assistantName'), scope: 'propose' })
    nameField.current?.focus()
  }
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
      <QueryView query={found} inline rows={2}>
        {(data) =>
          data.length === 0 ? (
            <p className={styles.soft}>{t('keys.none')}</p>
          ) : (
            <KeyList keys={data} scenario={scenario} onRevoked={refresh} />
          )
        }
      </QueryView>
      <LeaveGuard dirty={isFilledIn(draft) && !making.isPending} />
      <KeyForm
        scenario={scenario}
        draft={draft}
        failure={making.error === null ? undefined : asApiError(making.error)}
        saving={making.isPending}
        nameField={nameField}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        onSubmit={() => making.mutate(draft)}
      />
    </Panel>
  )
}
