/** Editor of one condition: field, operator and value. */
import { Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import { rankedFields } from '../state/columns.ts'
import type { Condition } from './filter-model.ts'
import { fitValue, operatorOf, operatorsOf } from './operators.ts'
import type { FilterFields } from './use-fields.ts'
import { ValueInput } from './value-input.tsx'

export interface ConditionEditorProps {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly fields: FilterFields
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
  /** Whether the inputs are side by side instead of stacked. */
  readonly wide?: boolean
  readonly autoFocus?: boolean
  /** Whether the inputs are in a popover, which a click on a list outside of it would close. */
  readonly inPopover?: boolean
}

/** Returns a new condition on a field with its first operator and without a value. */
export function conditionOn(field: string, { fieldOf }: FilterFields): Condition {
  const operator = operatorsOf(fieldOf(field) ?? { type: 'text', lookups: ['exact'] })[0]
  return { field, lookup: operator?.lookup ?? 'exact', value: operator?.arity === 'list' ? [] : '' }
}

export function ConditionEditor({
  scenario,
  meta,
  fields,
  condition,
  onChange,
  wide = false,
  autoFocus = false,
  inPopover = false,
}: ConditionEditorProps) {
  const { t } = useTranslation('grid')
  const comboboxProps = { withinPortal: !inPopover }
  const field = fields.fieldOf(condition.field)
  const operators = field === undefined ? [] : operatorsOf(field)
  const operator = field === undefined ? undefined : operatorOf(field, condition)
  const label = t('filter.value')
  const body = (
    <>
      <Select
        aria-label={t('filter.field')}
        data={fieldChoices(meta, fields)}
        value={condition.field}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        comboboxProps={comboboxProps}
        onChange={(next) => next !== null && onChange(conditionOn(next, fields))}
        {...(wide ? { w: 190 } : {})}
      />
      <Select
        aria-label={t('filter.comparison')}
        data={operators.map(({ name }) => ({ value: name, label: t(`filter.operator.${name}`) }))}
        value={operator?.name ?? null}
        allowDeselect={false}
        comboboxProps={comboboxProps}
        onChange={(next) => {
          const chosen = operators.find(({ name }) => name === next)
          if (chosen !== undefined)
            onChange({ ...condition, lookup: chosen.lookup, value: fitValue(condition.value, chosen) })
        }}
        {...(wide ? { w: 150 } : {})}
      />
      {field === undefined || operator === undefined ? null : (
        <div style={{ flex: 1, minWidth: 160 }}>
          <ValueInput
            key={`${condition.field} ${operator.name}`}
            scenario={scenario}
            field={field}
            operator={operator}
            value={condition.value}
            label={label}
            autoFocus={autoFocus}
            inPopover={inPopover}
            onChange={(value) => onChange({ ...condition, value })}
          />
        </div>
      )}
    </>
  )
  return wide ? (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6, flex: 1 }}>{body}</div>
  ) : (
    <Stack gap={6}>{body}</Stack>
  )
}

function fieldChoices(meta: EntityMeta, { related }: FilterFields) {
  const own = rankedFields(meta)
    .filter(({ filterable }) => filterable)
    .map(({ name, label }) => ({ value: name, label: heading(label) }))
  const groups = meta.fields.flatMap((via) => {
    const target = via.reference === undefined ? undefined : related[via.reference.entity]
    if (target === undefined) return []
    const items = target.fields
      .filter(({ filterable, name, section }) => filterable && name !== target.key && section !== 'system')
      .map(({ name, label }) => ({
        value: `${via.name}__${name}`,
        label: `${heading(via.label)} › ${label}`,
      }))
    return [{ group: heading(via.label), items }]
  })
  return [{ group: heading(meta.label), items: own }, ...groups]
}
