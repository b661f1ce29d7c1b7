/** Link to the editor of a calendar. */
import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withQuery } from '../platform/api/paths.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ScreenLink } from '../ui/screen-link.tsx'

export function CalendarLink({ calendar }: { readonly calendar: string }) {
  const { t } = useTranslation('calendars')
  const scenario = useScenario()
  return (
    <Button
      component={ScreenLink}
      to={withQuery(`/app/${encodeURIComponent(scenario.name)}/calendars`, { calendar })}
      variant="default"
      leftSection={<IconCalendarTime size={15} />}
    >
      {t('open')}
    </Button>
  )
}
