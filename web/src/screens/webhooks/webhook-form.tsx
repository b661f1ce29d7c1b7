/** Form of an endpoint: address, events, scenarios and entities. */
import { Alert, Button, Checkbox, Group, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eventKinds } from '../../../../src/model/event-kinds.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { productionScenario } from '../../../../src/model/production.ts'
import type { WebhookFields } from '../../platform/api/webhooks.ts'
import { EntitiesInput } from '../../ui/entities-input.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScenariosInput } from '../../ui/scenarios-input.tsx'
import { useEdits } from '../../ui/use-edits.ts'
import { useKindWords } from './use-kind-words.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './webhooks.module.css'

export interface WebhookFormProps {
  /** The stored fields, which the service and others may change while the form is open. */
  readonly stored: WebhookFields
  readonly action: string
  /** Called with the fields that were changed in the form. */
  readonly onSave: (changes: Partial<WebhookFields>) => Promise<unknown>
  readonly onCancel?: () => void
}

/** Compares lists independent of their sequence. */
const same = (one: WebhookFields, other: WebhookFields): boolean =>
  // Texts are saved without spaces at their ends.
  (['name', 'url'] as const).every((name) => one[name].trim() === other[name].trim()) &&
  one.enabled === other.enabled &&
  (['kinds', 'entities', 'scenarios'] as const).every(
    (name) => [...one[name]].toSorted().join() === [...other[name]].toSorted().join(),
  )

/** Trims texts. */
const trimmed = ({ name, url, ...others }: Partial<WebhookFields>): Partial<WebhookFields> => ({
  ...others,
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(url === undefined ? {} : { url: url.trim() }),
})

export function WebhookForm({ stored, action, onSave, onCancel }: WebhookFormProps) {
  const { t } = useTranslation('webhooks')
  const kindWords = useKindWords()
  const { draft, edits, edit, forget } = useEdits(stored)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const failure = problem === undefined ? undefined : asApiError(problem)
  const faultOf = (name: keyof WebhookFields): string | undefined => failure?.fields[name]?.join(' ')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await onSave(trimmed(edits))
      forget(edits)
    } catch (error) {
      setProblem(error)
    }
    setBusy(false)
  }
  const isComplete =
    draft.name.trim() !== '' &&
    draft.url.trim() !== '' &&
    draft.kinds.length > 0 &&
    draft.scenarios.length > 0
  return (
    <Panel title={t('form.title')} about={t('form.about')}>
      <LeaveGuard dirty={!busy && !same(draft, stored)} />
      <form onSubmit={(event) => void submit(event)} className={styles.stack} autoComplete="off">
        <div className={styles.pair}>
          <TextInput
            label={t('field.name')}
            required
            maxLength={200}
            value={draft.name}
            error={faultOf('name')}
            onChange={({ currentTarget: { value } }) => edit({ name: value })}
          />
          <TextInput
            type="url"
            label={t('field.url')}
            placeholder="https://erp.example.com/hooks"
            required
            maxLength={2_000}
            value={draft.url}
            error={faultOf('url')}
            onChange={({ currentTarget: { value } }) => edit({ url: value })}
          />
        </div>
        <Checkbox.Group
          label={t('field.kinds')}
          value={[...draft.kinds]}
          error={faultOf('kinds')}
          withAsterisk
          onChange={(value) => edit({ kinds: eventKinds.filter((kind) => value.includes(kind)) })}
        >
          <div className={styles.kinds}>
            {eventKinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={kindWords(kind)} />
            ))}
          </div>
        </Checkbox.Group>
        <div className={styles.pair}>
          <ScenariosInput
            label={t('field.scenarios')}
            required
            value={draft.scenarios}
            error={faultOf('scenarios')}
            onChange={(chosen) => edit({ scenarios: chosen })}
          />
          <EntitiesInput
            scenario={productionScenario}
            label={t('field.entities')}
            description={t('field.entitiesHint')}
            value={draft.entities}
            error={faultOf('entities')}
            onChange={(chosen) => edit({ entities: chosen })}
          />
        </div>
        <Switch
          label={t('field.enabled')}
          checked={draft.enabled}
          onChange={({ currentTarget: { checked } }) => edit({ enabled: checked })}
        />
        {failure === undefined || Object.keys(failure.fields).length > 0 ? null : (
          <Alert color="red" role="alert" title={t('notSaved')}>
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {onCancel === undefined ? null : (
            <Button variant="default" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={!isComplete || same(draft, stored)}>
            {action}
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
