/** List of the API keys of the user, with their limits and last use; each can be revoked. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ApiKey, revokeKey } from '../../platform/api/account.ts'
import { useEntityLabels } from '../../platform/api/entities.ts'
import { useMe } from '../../platform/api/me.ts'
import { useServiceDays } from '../../platform/calendar/use-service-days.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { scopeWords } from './key-scopes.ts'
import styles from './preferences.module.css'

interface KeyListProps {
  readonly keys: readonly ApiKey[]
  /** Scenario whose service is asked. */
  readonly scenario: string
  readonly onRevoked: () => Promise<void>
}

export function KeyList({ keys, scenario, onRevoked }: KeyListProps) {
  const { t } = useTranslation('preferences')
  const formats = useFormats()
  const entities = useEntityLabels(scenario)
  const scenarios = new Map(useMe().scenarios.map(({ name, label }) => [name, label]))
  const today = useServiceDays()(0)
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
    await onRevoked()
  }
  return (
    <ul className={styles.list}>
      {keys.map((key) => (
        <li key={key.id}>
          <div className={styles.what}>
            <b>{key.name}</b>{' '}
            {key.expiry_date.slice(0, 10) < today ? (
              <StatusBadge tone="off">{t('keys.expired')}</StatusBadge>
            ) : null}
            <div className={styles.soft}>
              {[
                t(scopeWords[key.scope]),
                labelled(key.entities, entities),
                labelled(key.scenarios, scenarios),
              ]
                .filter((word) => word !== '')
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
  )
}

/** Returns the labels of names separated by commas. */
const labelled = (names: string | null, labels: ReadonlyMap<string, string>): string =>
  (names ?? '')
    .split(',')
    .map((name) => labels.get(name.trim()) ?? name.trim())
    .join(', ')
