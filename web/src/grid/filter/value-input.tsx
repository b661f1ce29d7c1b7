/** Input for the value of a condition, by type of the field. */
import {
  Button,
  type ComboboxParsedItem,
  Group,
  MultiSelect,
  Select,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lookupQuery } from '../lookup.ts'
import type { FieldMeta } from '../../platform/meta/entity-meta.ts'
import { editText, exampleDate, formatDate } from '../../platform/values/format-value.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { faultText } from '../../platform/values/fault-text.ts'
import { isRelative, parseDateExpression } from '../../platform/values/parse-dates.ts'
import { parseValue } from '../../platform/values/parse-value.ts'
import type { FilterValue } from './filter-model.ts'
import { type Operator, partialLookups } from './operators.ts'
import { quickDates, quickDateText, withMidnight } from './words.ts'

export interface ValueInputProps {
  readonly scenario: string
  readonly field: FieldMeta
  readonly operator: Operator
  readonly value: FilterValue
  readonly onChange: (value: FilterValue) => void
  readonly label: string
  readonly autoFocus?: boolean
  /** Whether the input is in a popover, which a click on a list outside of it would close. */
  readonly inPopover?: boolean
}

export function ValueInput(props: ValueInputProps) {
  const { field, operator, value, onChange, label, autoFocus, inPopover = false } = props
  const { t } = useTranslation('grid')
  const comboboxProps = { withinPortal: !inPopover }
  if (operator.arity === 'none') return null
  const items = (Array.isArray(value) ? value : value === null || value === '' ? [] : [value]).map(String)
  if (field.type === 'boolean') {
    return (
      <Select
        aria-label={label}
        data={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
        value={value === '' || value === null ? null : String(value)}
        onChange={(next) => onChange(next === null ? '' : next === 'true')}
        comboboxProps={comboboxProps}
        data-autofocus={autoFocus}
      />
    )
  }
  if (field.choices !== undefined && !partialLookups.has(operator.lookup)) {
    const known = field.choices.map((choice) => ({ value: choice.value, label: choice.label }))
    const strange = items.filter((item) => known.every((choice) => choice.value !== item))
    const data = [...known, ...strange.map((item) => ({ value: item, label: item }))]
    return operator.arity === 'list' ? (
      <MultiSelect
        aria-label={label}
        data={data}
        value={items}
        onChange={onChange}
        comboboxProps={comboboxProps}
        data-autofocus={autoFocus}
      />
    ) : (
      <Select
        aria-label={label}
        data={data}
        value={items[0] ?? null}
        onChange={(next) => onChange(next ?? '')}
        comboboxProps={comboboxProps}
        data-autofocus={autoFocus}
      />
    )
  }
  if (field.type === 'reference' && !partialLookups.has(operator.lookup))
    return <ReferenceInput {...props} items={items} />
  if (operator.arity === 'list') {
    const numeric = ['number', 'integer', 'identity'].includes(field.type)
    return (
      <TagsInput
        aria-label={label}
        value={items}
        splitChars={[',', ';', '\n', '\t']}
        onChange={(next) =>
          onChange(numeric ? next.map((one) => (Number.isFinite(Number(one)) ? Number(one) : one)) : next)
        }
        data-autofocus={autoFocus}
      />
    )
  }
  if (operator.arity === 'pair') {
    return (
      <Group gap={6} wrap="nowrap">
        {[0, 1].map((end) => (
          <TypedInput
            key={end}
            {...props}
            label={`${label} – ${t(end === 0 ? 'filter.low' : 'filter.high')}`}
            value={items[end] ?? ''}
            onChange={(next) => {
              const pair = [items[0] ?? '', items[1] ?? '']
              pair[end] = String(next ?? '')
              onChange(pair)
            }}
            autoFocus={autoFocus === true && end === 0}
          />
        ))}
      </Group>
    )
  }
  return <TypedInput {...props} />
}

/** Input for one value in the reader's format; the parsed value is reported. */
function TypedInput({ field, operator, value, onChange, label, autoFocus }: ValueInputProps) {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  const wanted = { ...field, nullable: true, required: false, minimum: undefined }
  const asText = (given: FilterValue): string =>
    given === null || typeof given === 'object'
      ? ''
      : withMidnight(editText(field, numeric(field, given), formats), given)
  const [text, setText] = useState(() => asText(value))
  const [fault, setFault] = useState<string>()
  const dated = field.type === 'date' || field.type === 'datetime'
  const expression = dated ? parseDateExpression(text, formats.typedDates, formats.now()) : undefined
  const relative = expression !== undefined && isRelative(expression)
  const take = (next: string): void => {
    setText(next)
    if (partialLookups.has(operator.lookup)) return onChange(next)
    const date = dated ? parseDateExpression(next, formats.typedDates, formats.now()) : undefined
    if (date !== undefined) {
      setFault(undefined)
      // A word such as today+7 is stored itself, so that a saved view does not keep the date of the day it was saved.
      onChange(date.text)
      return undefined
    }
    const parsed = parseValue(wanted, next, formats)
    if ('fault' in parsed) {
      setFault(faultText(t, parsed.fault))
      onChange(next)
      return undefined
    }
    setFault(undefined)
    onChange(typeof parsed.value === 'number' || typeof parsed.value === 'string' ? parsed.value : '')
    return undefined
  }
  return (
    <div style={{ flex: 1 }}>
      <TextInput
        aria-label={label}
        value={text}
        error={fault}
        placeholder={dated ? t('filter.datePlaceholder', { date: exampleDate(formats) }) : undefined}
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={() => {
          if (relative) return
          if (expression !== undefined) return setText(asText(expression.text))
          const parsed = parseValue(wanted, text, formats)
          if (!partialLookups.has(operator.lookup) && 'value' in parsed && text !== '')
            setText(editText(field, parsed.value, formats))
        }}
        data-autofocus={autoFocus}
      />
      {relative ? (
        <Text size="xs" c="dimmed">
          {formatDate(expression.start, formats)}
        </Text>
      ) : null}
      {dated ? (
        <Group gap={4} mt={4}>
          {quickDates.map((word) => (
            <Button key={word} size="compact-xs" variant="light" onClick={() => take(word)}>
              {quickDateText(t, word)}
            </Button>
          ))}
        </Group>
      ) : null}
    </div>
  )
}

const numeric = (field: FieldMeta, value: string | number | boolean): unknown =>
  ['number', 'integer', 'identity'].includes(field.type) && value !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : value

function ReferenceInput({
  scenario,
  field,
  operator,
  onChange,
  label,
  autoFocus,
  inPopover = false,
  items,
}: ValueInputProps & { readonly items: readonly string[] }) {
  const { t } = useTranslation('grid')
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 150)
  const single = operator.arity !== 'list'
  const { data = [] } = useQuery(
    lookupQuery(scenario, field.reference?.entity ?? '', single && items[0] === wanted ? '' : wanted),
  )
  const keys = data.map(({ key }) => String(key))
  const shared = {
    'aria-label': label,
    searchable: true,
    searchValue: search,
    onSearchChange: setSearch,
    // The service has already filtered the options.
    filter: ({ options }: { readonly options: ComboboxParsedItem[] }) => options,
    nothingFoundMessage: t('editor.none'),
    comboboxProps: { withinPortal: !inPopover },
    'data-autofocus': autoFocus,
    data: [...new Set([...keys, ...items])],
  }
  return single ? (
    <Select {...shared} value={items[0] ?? null} onChange={(next) => onChange(next ?? '')} />
  ) : (
    <MultiSelect {...shared} value={[...items]} onChange={onChange} hidePickedOptions />
  )
}
