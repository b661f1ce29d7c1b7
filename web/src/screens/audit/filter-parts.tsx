/** Parts that the filters of the audit and of the account log share. */
import { useTranslation } from 'react-i18next'
import { useServiceNow } from '../../platform/calendar/use-service-days.ts'
import { DateInput } from '../../ui/date-input.tsx'

/** Returns the values of a filter that restrict it, as they are stored in the address. */
export const usedValues = <Value,>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

interface PeriodProps {
  readonly filter: { readonly after?: string | undefined; readonly before?: string | undefined }
  readonly onChange: (change: { readonly after?: string; readonly before?: string }) => void
}

/** Fields for the start and the end of a period. */
export function PeriodFields({ filter, onChange }: PeriodProps) {
  const { t } = useTranslation('audit')
  const serviceNow = useServiceNow()
  return (['after', 'before'] as const).map((name) => (
    <DateInput
      key={name}
      time
      now={serviceNow}
      label={t(`filter.${name}`)}
      value={filter[name] ?? ''}
      onChange={(value) => onChange({ [name]: value })}
    />
  ))
}
