/** Dialog that sets one field of many records: choose the field, preview the number of changes, then apply. */
import { Alert, Button, Checkbox, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { announce } from '../../ui/live-region.tsx'
import { useScreenLock } from '../../ui/use-screen-lock.ts'
import { showUndoable } from '../../undo/undo-later.ts'
import { resolveDate } from '../filter/resolve-dates.ts'
import { ValueInput } from '../filter/value-input.tsx'
import type { GridModel } from '../grid-model.ts'
import { type FieldMeta, heading, type Row } from '../../platform/meta/entity-meta.ts'
import { type FieldFormats, useFieldFormats } from '../../platform/values/field-formats.ts'
import { writable } from '../range/plan-paste.ts'
import { rankedFields } from '../state/columns.ts'
import type { BulkPreset } from '../use-grid-panels.ts'
import { allOf, type Changed, changeScope, type Scope, scopeCount, scopeOf, withCount } from './scope.ts'
import { Dialog } from '../../ui/dialog.tsx'

export interface BulkEditProps {
  readonly model: GridModel
  /** Initial field and value, set by an action on statuses. */
  readonly preset?: BulkPreset
  readonly onClose: () => void
  readonly onDone: () => void
  /** Whether a filter or search applies to the list. */
  readonly filtered: boolean
}

export function BulkEdit({ model, preset, onClose, onDone, filtered }: BulkEditProps) {
  const { t } = useTranslation('grid')
  const { meta } = model.settings
  // The list may be read again behind the dialog, which then must not change other records.
  const [{ chosen, all }] = useState(() => ({ chosen: scopeOf(model), all: allOf(model) }))
  const ticked: Scope = chosen.kind === 'rows' ? chosen : { kind: 'rows', rows: [] }
  const [kind, setKind] = useState<Scope['kind']>(
    chosen.kind === 'rows' && chosen.rows.length > 0 ? 'rows' : 'all',
  )
  const scope = kind === 'rows' ? ticked : all
  const fields = rankedFields(meta).filter((field) => writable(field, meta, {}))
  const [name, setName] = useState(preset?.field ?? fields[0]?.name ?? '')
  const field = fields.find((one) => one.name === name)
  const [value, setValue] = useState<BulkValue>(preset?.value ?? '')
  const [empty, setEmpty] = useState(false)
  const bulk = useBulkChange(model, scope, () => {
    onDone()
    onClose()
  })
  /** A changed input invalidates the previewed number. */
  const change = (apply: () => void): void => {
    apply()
    bulk.forget()
  }
  const filled = empty || (value !== '' && value !== null)
  return (
    <Dialog onClose={onClose} title={t('bulk.title', { entity: meta.label_plural })} size="md">
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
          onChange={(next) =>
            change(() => {
              setName(next ?? name)
              setValue('')
              setEmpty(false)
            })
          }
        />
        {field === undefined || empty ? null : (
          <BulkValueInput
            key={name}
            scenario={model.settings.scenario}
            field={field}
            value={value}
            onChange={(next) => change(() => setValue(next))}
          />
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
        <BulkRun
          bulk={bulk}
          formats={model.settings.formats}
          count={scopeCount(scope)}
          filled={filled}
          values={{ [name]: empty ? null : value }}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  )
}

type BulkValue = string | number | boolean | null

interface BulkValueInputProps {
  readonly scenario: string
  readonly field: FieldMeta
  readonly value: BulkValue
  readonly onChange: (value: BulkValue) => void
}

function BulkValueInput({ scenario, field, value, onChange }: BulkValueInputProps) {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  return (
    <div>
      <Text component="div" size="xs" fw={500} mb={4}>
        {t('bulk.value')}
      </Text>
      <ValueInput
        scenario={scenario}
        field={field}
        operator={{ name: 'is', lookup: 'exact', arity: 'one' }}
        value={value}
        label={t('bulk.value')}
        onChange={(next) => {
          const text = next === null || typeof next === 'object' ? '' : next
          // Filters store words such as today+7; a record stores the date.
          onChange(
            typeof text === 'string'
              ? resolveDate(text, field.type, formats.typedDates, formats.now())
              : text,
          )
        }}
      />
    </div>
  )
}

interface BulkRunProps {
  readonly bulk: BulkChange
  readonly formats: FieldFormats
  /** Number of records in the scope. */
  readonly count: number
  /** Whether a value was entered. */
  readonly filled: boolean
  readonly values: Row
  readonly onClose: () => void
}

/** The previewed number of changes, and the buttons to preview and to apply them. */
function BulkRun({ bulk, formats: { numbers }, count, filled, values, onClose }: BulkRunProps) {
  const { t } = useTranslation('grid')
  const { outcome, error, busy, run } = bulk
  return (
    <>
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
            updated: numbers.format(outcome.updated),
            unchanged: numbers.format(outcome.unchanged),
            matched: numbers.format(outcome.matched),
          })}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        {outcome === undefined ? (
          <Button loading={busy} disabled={!filled || count === 0} onClick={() => void run(values, true)}>
            {t('bulk.check', { count, number: numbers.format(count) })}
          </Button>
        ) : (
          <Button loading={busy} disabled={outcome.updated === 0} onClick={() => void run(values, false)}>
            {t('bulk.change', { count: outcome.updated, number: numbers.format(outcome.updated) })}
          </Button>
        )}
      </Group>
    </>
  )
}

interface BulkChange {
  /** Result of the preview. */
  readonly outcome: Changed | undefined
  readonly error: string | undefined
  readonly busy: boolean
  readonly run: (values: Row, dryRun: boolean) => Promise<void>
  /** Discards the preview. */
  readonly forget: () => void
}

/** Previews and applies values to all records of a scope; `onDone` is called after they were applied. */
function useBulkChange(model: GridModel, scope: Scope, onDone: () => void): BulkChange {
  const { t } = useTranslation('grid')
  const [outcome, setOutcome] = useState<Changed>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // The counted changes are those of the entered value.
  useScreenLock(busy)
  const run = async (values: Row, dryRun: boolean): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      // The records that were counted, which the user has seen last.
      const counted = outcome === undefined ? scope : withCount(scope, outcome.matched)
      const changed = await changeScope(model, dryRun ? scope : counted, values, dryRun)
      if (dryRun) {
        setOutcome(changed)
        announce(t('bulk.wouldChange', { count: changed.updated }))
      } else {
        const { changeset } = changed
        const { scenario } = model.settings
        const undo = (number: number) => ({ scenario, changeset: number, onUndone: () => model.reload() })
        showUndoable(
          t('bulk.done', { count: changed.updated }),
          changeset === null ? undefined : undo(changeset),
        )
        onDone()
      }
    } catch (failure) {
      const { status, detail, fields: messages } = asApiError(failure)
      setError(
        status === 409 && scope.kind === 'all'
          ? t('bulk.moved')
          : (Object.values(messages)[0]?.[0] ?? detail),
      )
      setOutcome(undefined)
    } finally {
      setBusy(false)
    }
  }
  return { outcome, error, busy, run, forget: () => setOutcome(undefined) }
}
