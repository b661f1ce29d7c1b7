/** One parameter of a task, derived from its schema: type, limits, choices and description. */
import {
  Autocomplete,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Task, TaskParameter } from '../../platform/api/tasks.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { choicesOf, chosenValue, kindOf } from './form-values.ts'
import { useOptions } from './use-options.ts'
import { formatValueSet, parseValueSet } from './value-set.ts'
import { BucketPreview } from './bucket-preview.tsx'
import styles from './execute.module.css'

interface ParameterFieldProps {
  readonly task: Task
  readonly name: string
  readonly parameter: TaskParameter
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

/** Formats a value as text input. */
const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

export function ParameterField({ task, name, parameter, value, error, onChange }: ParameterFieldProps) {
  const { t } = useTranslation('execute')
  const kind = kindOf(task, name, parameter)
  const options = useOptions(parameter['x-options'])
  const choices = choicesOf(parameter)
  const standard = wordsOf(parameter.default)
  const named = choices.find((choice) => choice.value === standard)?.label ?? standard
  const fallback = standard === '' ? '' : ` ${t('form.default', { value: named })}`
  const shared = {
    label: <ParameterLabel name={name} title={parameter.title} />,
    description: `${parameter.description}${kind === 'switch' ? '' : fallback}`,
    error,
    required: task.parameters.required.includes(name) && parameter.default === undefined,
  }
  const values = choices.map((choice) => choice.value)
  const chosen = kind === 'set' ? parseValueSet(values, wordsOf(value)) : undefined
  if (chosen !== undefined) {
    return (
      <Checkbox.Group
        {...shared}
        value={[...chosen]}
        onChange={(given) => onChange(formatValueSet(values, given))}
      >
        <Group mt={4}>
          {choices.map((choice) => (
            <Checkbox key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </Group>
      </Checkbox.Group>
    )
  }
  switch (kind) {
    case 'switch':
      return (
        <Switch
          {...shared}
          required={false}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          data={[...choices]}
          value={wordsOf(value)}
          allowDeselect={false}
          onChange={(chosen) =>
            onChange(chosen === null ? parameter.default : chosenValue(parameter, chosen))
          }
        />
      )
    case 'whole':
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : ''}
          allowDecimal={kind === 'number'}
          {...(parameter.minimum === null ? {} : { min: parameter.minimum })}
          {...(parameter.maximum === null ? {} : { max: parameter.maximum })}
          onChange={(given) => onChange(given)}
        />
      )
    case 'many':
      return choices.length > 0 ? (
        <MultiSelect
          {...shared}
          data={[...choices]}
          value={Array.isArray(value) ? value.map(String) : []}
          clearable
          onChange={onChange}
        />
      ) : (
        <TagsInput
          {...shared}
          data={[...options]}
          value={Array.isArray(value) ? value.map(String) : []}
          splitChars={[',']}
          clearable
          onChange={(given) => onChange(given)}
        />
      )
    case 'secret':
      return (
        <PasswordInput
          {...shared}
          value={wordsOf(value)}
          autoComplete="new-password"
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'date':
      return (
        <DateInput
          {...shared}
          label={parameter.title === '' ? name : parameter.title}
          heading={shared.label}
          value={wordsOf(value)}
          onChange={onChange}
        />
      )
    default:
      return (
        <div>
          <Autocomplete
            {...shared}
            data={[...options]}
            value={wordsOf(value)}
            {...(parameter.maxLength === null ? {} : { maxLength: parameter.maxLength })}
            onChange={(given) => onChange(given)}
          />
          {task.name === 'createbuckets' && name.startsWith('format-') ? (
            <BucketPreview granularity={name.slice('format-'.length)} template={wordsOf(value)} />
          ) : null}
        </div>
      )
  }
}

/** Label of a parameter, with its name in commands and requests. */
function ParameterLabel({ name, title }: { readonly name: string; readonly title: string }) {
  if (title === '' || title === name) return name
  return (
    <>
      {title} <code className={styles.parameter}>{name}</code>
    </>
  )
}
