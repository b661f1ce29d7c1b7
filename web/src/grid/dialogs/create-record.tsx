/** Dialog that creates a missing record for a reference, with its required fields only. */
import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError, type FieldMessages } from '../../platform/api/api-error.ts'
import { sendJson } from '../../platform/api/client.ts'
import { anything, table } from '../../platform/api/shape.ts'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { faultText } from '../../platform/values/fault-text.ts'
import { parseValue } from '../../platform/values/parse-value.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useScreenLock } from '../../ui/use-screen-lock.ts'

export interface CreateRecordProps {
  readonly scenario: string
  readonly entity: string
  /** Proposed key of the record. */
  readonly name: string
  /** Called with the key of the new record, or undefined if none was created. */
  readonly onDone: (key: string | undefined) => void
}

export function CreateRecordDialog({ scenario, entity, name, onDone }: CreateRecordProps) {
  const { t, i18n } = useTranslation('grid')
  const client = useQueryClient()
  const formats = useFieldFormats()
  const { data: meta } = useQuery(metaQuery(scenario, entity, i18n.language))
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<FieldMessages>({})
  const [busy, setBusy] = useState(false)
  useScreenLock(busy)
  const fields =
    meta?.fields.filter(
      (field) =>
        field.editable &&
        field.type !== 'identity' &&
        (field.name === meta.key || field.required || field.name === 'description'),
    ) ?? []
  const textOf = (field: string): string => texts[field] ?? (field === meta?.key ? name : '')
  const save = async (): Promise<void> => {
    if (meta === undefined) return
    const wrong: Record<string, string[]> = {}
    const record: Record<string, unknown> = {}
    for (const field of fields) {
      const text = textOf(field.name)
      if (text.trim() === '' && !field.required && field.name !== meta.key) continue
      const parsed = parseValue(field, text, formats)
      if ('fault' in parsed) wrong[field.name] = [faultText(t, parsed.fault)]
      else record[field.name] = parsed.value
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const made = await sendJson('POST', meta.url, record, table(anything))
      await client.invalidateQueries({ queryKey: ['lookup', scenario, entity] })
      onDone(String(made[meta.key]))
    } catch (failure) {
      const { fields: messages, detail } = asApiError(failure)
      setErrors(Object.keys(messages).length === 0 ? { non_field_errors: [detail] } : messages)
      setBusy(false)
    }
  }
  return (
    <Dialog
      onClose={() => onDone(undefined)}
      title={t('create.title', { entity: meta?.label ?? '' })}
      size="sm"
    >
      {meta === undefined ? (
        <LoadingSkeleton rows={3} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            void save()
          }}
        >
          <Stack gap="sm">
            {fields.map((field, index) =>
              field.type === 'choice' ? (
                <Select
                  key={field.name}
                  label={heading(field.label)}
                  data={(field.choices ?? []).map(({ value, label }) => ({ value, label }))}
                  value={textOf(field.name) || null}
                  error={errors[field.name]?.[0]}
                  onChange={(next) => setTexts({ ...texts, [field.name]: next ?? '' })}
                />
              ) : (
                <TextInput
                  key={field.name}
                  label={heading(field.label)}
                  description={field.help}
                  required={field.required || field.name === meta.key}
                  value={textOf(field.name)}
                  error={errors[field.name]?.[0]}
                  // The fields may come after the dialog, which has given the focus to its close button.
                  autoFocus={index === 0}
                  data-autofocus={index === 0 || undefined}
                  onChange={(event) => setTexts({ ...texts, [field.name]: event.currentTarget.value })}
                />
              ),
            )}
            {errors['non_field_errors'] === undefined ? null : (
              <div role="alert">{errors['non_field_errors'][0]}</div>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onDone(undefined)}>
                {t('common:cancel')}
              </Button>
              <Button type="submit" loading={busy}>
                {t('create.run')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
