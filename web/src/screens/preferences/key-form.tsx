/** Form of a new API key: its name, validity, and limits. */
import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { FormEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { keyScopes, type KeyScope } from '../../platform/api/account.ts'
import type { ApiError } from '../../platform/api/api-error.ts'
import { useServiceDays, useServiceNow } from '../../platform/calendar/use-service-days.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { EntitiesInput } from '../../ui/entities-input.tsx'
import { ScenariosInput } from '../../ui/scenarios-input.tsx'
import { scopeWords } from './key-scopes.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './preferences.module.css'

export interface KeyDraft {
  readonly name: string
  readonly expiry: string
  readonly scope: KeyScope
  /** Names; none for all. */
  readonly entities: readonly string[]
  readonly scenarios: readonly string[]
}

interface KeyFormProps {
  /** Scenario whose service is asked. */
  readonly scenario: string
  readonly draft: KeyDraft
  readonly failure: ApiError | undefined
  readonly saving: boolean
  readonly nameField: RefObject<HTMLInputElement | null>
  readonly onChange: (changes: Partial<KeyDraft>) => void
  readonly onSubmit: () => void
}

export function KeyForm({ scenario, draft, failure, saving, nameField, onChange, onSubmit }: KeyFormProps) {
  const { t } = useTranslation('preferences')
  const serviceDay = useServiceDays()
  const serviceNow = useServiceNow()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
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
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
        <DateInput
          label={t('keys.expiry')}
          required
          now={serviceNow}
          minimum={serviceDay(1)}
          value={draft.expiry}
          error={failure?.fields['expiry_date']?.join(' ')}
          onChange={(expiry) => onChange({ expiry })}
        />
      </div>
      <div className={styles.pair}>
        <EntitiesInput
          scenario={scenario}
          label={t('keys.entities')}
          value={draft.entities}
          error={failure?.fields['entities']?.join(' ')}
          onChange={(entities) => onChange({ entities })}
        />
        <ScenariosInput
          label={t('keys.scenarios')}
          value={draft.scenarios}
          error={failure?.fields['scenarios']?.join(' ')}
          onChange={(scenarios) => onChange({ scenarios })}
        />
      </div>
      <Group justify="space-between" align="end">
        <NativeSelect
          label={t('keys.scope')}
          data={keyScopes.map((scope) => ({ value: scope, label: t(scopeWords[scope]) }))}
          value={draft.scope}
          onChange={({ currentTarget: { value } }) =>
            onChange({ scope: keyScopes.find((scope) => scope === value) ?? 'read' })
          }
        />
        <Button type="submit" loading={saving}>
          {t('keys.make')}
        </Button>
      </Group>
      {failure === undefined || Object.keys(failure.fields).length > 0 ? null : (
        <Alert color="red" role="alert">
          {errorText(failure)}
        </Alert>
      )}
    </form>
  )
}
