/** Names the fields of a group that others have changed meanwhile as well, and asks whose values to keep. */
import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ScheduleField, weekdays } from '../../platform/api/schedules.ts'

interface ScheduleConflictProps {
  readonly fields: readonly ScheduleField[]
  /** Called with whose values stay; those of the user are saved at once. */
  readonly onResolve: (choice: 'mine' | 'theirs') => void
}

export function ScheduleConflict({ fields, onResolve }: ScheduleConflictProps) {
  const { t } = useTranslation('schedules')
  const labelOf = (field: ScheduleField): string => {
    if (weekdays.some((day) => day === field)) return t('times.days')
    switch (field) {
      case 'name':
        return t('column.name')
      case 'enabled':
        return t('enabled')
      case 'tz':
        return t('times.zone')
      case 'starttimes':
        return t('times.times')
      case 'email_failure':
        return t('mails.failure')
      case 'email_success':
        return t('mails.success')
      default:
        return t('steps.title')
    }
  }
  const labels = [...new Set(fields.map(labelOf))]
  return (
    <Alert color="orange" title={t('conflict.title')} role="alert">
      <p>{t('conflict.about', { fields: labels.join(', ') })}</p>
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => onResolve('mine')}>
          {t('conflict.mine')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onResolve('theirs')}>
          {t('conflict.theirs')}
        </Button>
      </Group>
    </Alert>
  )
}
