/** Days, times and time zone of a group, with the resulting next starts. */
import { Autocomplete, Chip, Group, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asApiError, type FieldMessages } from '../../platform/api/api-error.ts'
import { nextStartsQuery, type ScheduleDraft, type Weekday, weekdays } from '../../platform/api/schedules.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import styles from './schedules.module.css'

interface TimetableProps {
  readonly draft: ScheduleDraft
  readonly errors: FieldMessages
  readonly onChange: (changes: Partial<ScheduleDraft>) => void
}

const zones = Intl.supportedValuesOf('timeZone')

/** Returns the localized name of a weekday. 2024-01-01 was a Monday. */
const dayName = (index: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + index),
  )

const isWeekday = (name: string): name is Weekday => weekdays.some((day) => day === name)

export function Timetable({ draft, errors, onChange }: TimetableProps) {
  const { t, i18n } = useTranslation('schedules')
  const formats = useFormats()
  const scenario = useScenario()
  const [wanted] = useDebouncedValue(draft, 400)
  const { data, error } = useQuery(nextStartsQuery(scenario.name, wanted))
  return (
    <section className={styles.panel}>
      <h2>{t('times.title')}</h2>
      <div className={styles.pair}>
        <div className={styles.stack}>
          <TagsInput
            label={t('times.times')}
            description={t('times.timesHint')}
            placeholder="06:00"
            splitChars={[',', ' ']}
            value={[...draft.starttimes]}
            error={errors['starttimes']?.join(' ')}
            onChange={(starttimes) => onChange({ starttimes })}
          />
          <div>
            <div className={styles.label} id="days">
              {t('times.days')}
            </div>
            <Chip.Group
              multiple
              value={weekdays.filter((day) => draft[day])}
              onChange={(days) =>
                onChange(
                  Object.fromEntries(weekdays.filter(isWeekday).map((day) => [day, days.includes(day)])),
                )
              }
            >
              <Group gap={6} role="group" aria-labelledby="days">
                {weekdays.map((day, index) => (
                  <Chip key={day} size="xs" value={day}>
                    {dayName(index, i18n.language)}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </div>
          <Autocomplete
            label={t('times.zone')}
            description={t('times.zoneHint')}
            data={zones}
            limit={12}
            value={draft.tz ?? ''}
            error={errors['tz']?.join(' ')}
            onChange={(tz) => onChange({ tz })}
          />
        </div>
        <div aria-live="polite">
          <div className={styles.label}>{t('times.next')}</div>
          {error !== null ? (
            <p className={styles.refused}>
              {asApiError(error).fields['starttimes'] === undefined ? error.message : t('times.wrong')}
            </p>
          ) : data === undefined || data.starts.length === 0 ? (
            <p className={styles.soft}>{t(draft.enabled ? 'times.byHand' : 'times.disabled')}</p>
          ) : (
            <ol className={styles.starts}>
              {data.starts.map(({ start, local }) => (
                <li key={start}>
                  {formats.dateTime(local)} <span className={styles.soft}>{data.tz}</span>
                </li>
              ))}
            </ol>
          )}
        </div>
      </div>
    </section>
  )
}
