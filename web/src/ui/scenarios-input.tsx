/** Input of scenarios by their labels; unless some are required, none stands for all. */
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../platform/api/me.ts'
import type { ChosenNames } from './chosen-names.ts'

export function ScenariosInput({ value, required = false, ...others }: ChosenNames) {
  const { t } = useTranslation('common')
  const { scenarios } = useMe()
  const known = new Map(scenarios.map(({ name, label }) => [name, label]))
  return (
    <MultiSelect
      {...others}
      {...(value.length === 0 && !required ? { placeholder: t('choice.allScenarios') } : {})}
      required={required}
      data={[...new Set([...known.keys(), ...value])].map((name) => ({
        value: name,
        label: known.get(name) ?? name,
      }))}
      value={[...value]}
    />
  )
}
