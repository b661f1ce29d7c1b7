/** Chooses the calendar that the calendar editor shows: the one of the address, the usual one, or the first. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { calendarNamesQuery, readUsualCalendar } from '../../platform/api/calendars.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMayCreate } from '../../grid/lookup.ts'
import { CalendarEditor } from './calendar-editor.tsx'
import type { CalendarsSearch } from './calendars-search.ts'

export function CalendarsScreen() {
  const { t } = useTranslation('calendars')
  const scenario = useScenario()
  const mayCreate = useMayCreate(scenario.name, 'input.calendar')
  const search: CalendarsSearch = useSearch({ strict: false })
  const names = useQuery(calendarNamesQuery(scenario.name))
  const usual = useQuery({
    queryKey: ['usual calendar', scenario.name],
    queryFn: async ({ signal }) => (await readUsualCalendar(scenario.name, signal)) ?? '',
    enabled: search.calendar === undefined,
  })
  const chosen = search.calendar ?? (usual.data === '' ? names.data?.[0] : usual.data)
  const error = names.error ?? usual.error
  return (
    <div className="screen-fill">
      <PageHeader
        title={chosen ?? t('title')}
        crumbs={[{ label: t('title') }]}
        help="how-to/edit-calendars"
        actions={
          chosen === undefined ? undefined : (
            <ScreenLink to={recordHref(scenario.name, 'input.calendar', chosen)}>{t('record')}</ScreenLink>
          )
        }
      />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void (names.error === null ? usual : names).refetch()} />
      ) : names.data?.length === 0 ? (
        <EmptyState
          title={t('none')}
          actions={
            mayCreate ? (
              <Button
                component={ScreenLink}
                to={`/app/${encodeURIComponent(scenario.name)}/data/calendar/new`}
              >
                {t('create')}
              </Button>
            ) : undefined
          }
        >
          {t('noneHint')}
        </EmptyState>
      ) : names.data === undefined || chosen === undefined ? (
        <LoadingSkeleton />
      ) : (
        <CalendarEditor key={scenario.name} calendar={chosen} calendars={names.data} search={search} />
      )}
    </div>
  )
}
