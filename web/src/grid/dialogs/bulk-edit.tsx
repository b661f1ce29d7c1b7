/** Dialog that sets one field of many records: choose the field, preview the number of changes, then apply. */
import { Alert, Button, Checkbox, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { announce } from '../../ui/live-region.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { ValueInput } from '../filter/value-input.tsx'
import type { GridModel } from '../grid-model.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { writable } from '../range/plan-paste.ts'
import { rankedFields } from '../state/columns.ts'
import { type Changed, changeScope, type Scope, scopeCount, scopeOf } from './scope.ts'

export interface BulkEditProps {
  readonly model: GridModel
  /** Initial field and value, set by an action on statuses. */
  readonly preset?: { readonly field: string; readonly value: string | number | boolean }
  readonly onClose: () => void
  readonly onDone: () => void
  /** Whether a filter or search applies to the list. */
  readonly filtered: boolean
}

export function BulkEdit({ model, preset, onClose, onDone, filtered }: BulkEditProps) {
  const { t } = useTranslation('grid')
  const { meta, formats } = model.settings
  const chosen = scopeOf(model)
  const ticked: Scope = chosen.kind === 'rows' ? chosen : { kind: 'rows', rows: [] }
  const all: Scope = { kind: 'all', count: model.total() }
  const [kind, setKind] = useState<Scope['kind']>(
    chosen.kind === 'rows' && chosen.rows.length > 0 ? 'rows' : 'all',
  )
  const scope = kind === 'rows' ? ticked : all
  const fields = rankedFields(meta).filter((field) => writable(field, meta, {}))
  const [name, setName] = useState(preset?.field ?? fields[0]?.name ?? '')
  const field = fields.find((one) => one.name === name)
  const [value, setValue] = useState<string | number | boolean | null>(preset?.value ?? '')
  const [empty, setEmpty] = useState(false)
  const [outcome, setOutcome] = useState<Changed>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const filled = empty || (value !== '' && value !== null)
  /** A changed input invalidates the previewed number. */
  const change = (apply: () => void): void => {
    apply()
    setOutcome(undefined)
  }

  const run = async (dryRun: boolean): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const changed = await changeScope(model, scope, { [name]: empty ? null : value }, dryRun)
      if (dryRun) {
        setOutcome(changed)
        announce(t('bulk.wouldChange', { count: changed.updated }))
      } else {
        toastDone({ message: t('bulk.done', { count: changed.updated }) })
        onDone()
        onClose()
      }
    } catch (failure) {
      const { status, detail, fields: messages } = asApiError(failure)
      setError(
        status === 409 && kind === 'all' ? t('bulk.moved') : (Object.values(messages)[0]?.[0] ?? detail),
      )
      setOutcome(undefined)
    } finally {
      setBusy(false)
    }
  }
  const count = formats.numbers.format(scopeCount(scope))
  return (
    <Modal opened onClose={onClose} title={t('bulk.title', { entity: meta.label_plural })} size="md">
      <Stack gap="sm">
        <Radio.Group
          label={t('bulk.scope')}
          value={kind}
          onChange={(next) => change(() => setKind(next === 'rows' ? 'rows' : 'all'))}
        >
          <Stack gap={6} mt={4}>
            <Radio
              value="rows"
              disabled={ticked.rows.length === 0}
              label={t('bulk.selected', { count: ticked.rows.length })}
            />
            <Radio
              value="all"
              label={t(filtered ? 'bulk.matching' : 'bulk.everything', { count: all.count })}
            />
          </Stack>
        </Radio.Group>
        <Select
          label={t('bulk.field')}
          searchable
          allowDeselect={false}
          data={fields.map((one) => ({ value: one.name, label: heading(one.label) }))}
          value={name}
          onChange={(next) => {
            setOutcome(undefined)
            setName(next ?? name)
            setValue('')
            setEmpty(false)
          }}
        />
        {field === undefined || empty ? null : (
          <div>
            <Text component="div" size="xs" fw={500} mb={4}>
              {t('bulk.value')}
            </Text>
            <ValueInput
              key={name}
              scenario={model.settings.scenario}
              field={field}
              operator={{ name: 'is', lookup: 'exact', arity: 'one' }}
              value={value}
              label={t('bulk.value')}
              onChange={(next) =>
                change(() => setValue(next === null || typeof next === 'object' ? '' : next))
              }
            />
          </div>
        )}
        {field?.nullable === true ? (
          <Checkbox
            label={t('bulk.empty')}
            checked={empty}
            onChange={(event) => {
              const { checked } = event.currentTarget
              change(() => setEmpty(checked))
            }}
          />
        ) : null}
        {error === undefined ? null : (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        {outcome === undefined ? (
          <Text size="xs" c="dimmed">
            {t('bulk.whole')}
          </Text>
        ) : (
          <Alert color="petrol" role="status">
            {t('bulk.outcome', {
              updated: formats.numbers.format(outcome.updated),
              unchanged: formats.numbers.format(outcome.unchanged),
              matched: formats.numbers.format(outcome.matched),
            })}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          {outcome === undefined ? (
            <Button
              loading={busy}
              disabled={!filled || scopeCount(scope) === 0}
              onClick={() => void run(true)}
            >
              {t('bulk.check', { count: scopeCount(scope), number: count })}
            </Button>
          ) : (
            <Button loading={busy} disabled={outcome.updated === 0} onClick={() => void run(false)}>
              {t('bulk.change', { count: outcome.updated, number: formats.numbers.format(outcome.updated) })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
