/** Input of entities by their names in the language of the user; none stands for all. */
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useEntityLabels } from '../platform/api/entities.ts'
import type { ChosenNames } from './chosen-names.ts'

interface EntitiesInputProps extends ChosenNames {
  /** Scenario whose entities are offered. */
  readonly scenario: string
}

export function EntitiesInput({ scenario, value, ...others }: EntitiesInputProps) {
  const { t } = useTranslation('common')
  const known = useEntityLabels(scenario)
  return (
    <MultiSelect
      {...others}
      {...(value.length === 0 ? { placeholder: t('choice.allEntities') } : {})}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('choice.noEntities') }}
      data={[...new Set([...known.keys(), ...value])].map((entity) => ({
        value: entity,
        label: known.get(entity) ?? entity,
      }))}
      value={[...value]}
    />
  )
}
