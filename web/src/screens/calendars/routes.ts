/** Route of the calendar editor: working time, overtime and downtime by week and month. */
import type { CalendarsSearch } from './calendars-search.ts'
import { createRoute } from '@tanstack/react-router'
import { readPlanClock } from '../../platform/api/plan-history.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { isDay, onlyValid, textsOf } from '../../platform/valid-search.ts'

const calendarsRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'calendars',
  staticData: { title: 'calendars:title', help: 'how-to/edit-calendars' },
  validateSearch: onlyValid(({ date, view, ...named }): CalendarsSearch => ({
    ...textsOf(named, ['calendar', 'resource']),
    ...(isDay(date) ? { date } : {}),
    ...(view === 'month' ? { view } : {}),
  })),
  loader: async ({ context, params }) => {
    const clock = readPlanClock(context.queryClient, params.scenario)
    await Promise.all([loadWords('calendars', 'trial')(), clock])
  },
  component: lazyScreen(() => import('./calendars-screen.tsx'), 'CalendarsScreen'),
})

export const calendarRoutes = [calendarsRoute] as const
