/** Choice of the location and the customer whose exceptions are shown. */
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { exceptionNamesQuery } from '../../platform/api/exceptions.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import styles from './exceptions.module.css'

interface PlaceFiltersProps {
  readonly location: string | undefined
  readonly customer: string | undefined
  /** Undefined for all. */
  readonly onChange: (change: {
    readonly location?: string | undefined
    readonly customer?: string | undefined
  }) => void
}

export function PlaceFilters({ location, customer, onChange }: PlaceFiltersProps) {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const { data } = useQuery(exceptionNamesQuery(scenario.name))
  const chosen = { location, customer }
  return (['location', 'customer'] as const).map((name) => {
    const value = chosen[name]
    const names = data?.[name] ?? []
    return (
      <Select
        key={name}
        className={styles.place ?? ''}
        aria-label={t(`filter.${name}`)}
        placeholder={t(`filter.${name}`)}
        searchable
        clearable
        // A chosen place stays visible when it has no exceptions any more.
        data={value === undefined || names.includes(value) ? [...names] : [value, ...names]}
        value={value ?? null}
        clearButtonProps={{ 'aria-label': t('filter.clear') }}
        onChange={(next) => onChange({ [name]: next ?? undefined })}
      />
    )
  })
}
