/** Orders on resources over time. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { scenarioRoute } from '../../app/base-routes.tsx'
import { loadWords } from '../../i18n/i18n.ts'

export interface GanttSearch {
  /** First day and number of days that are read and shown. */
  readonly start?: string
  readonly days?: number
  /** What bars are coloured by: `lateness`, `status` or `item`. */
  readonly color?: string
  readonly search?: string
  readonly show?: 'table'
}

const ganttRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'gantt',
  staticData: { title: 'gantt:title', help: 'how-to/plan-reports' },
  validateSearch: ({ start, days, color, search, show }): GanttSearch => ({
    ...(typeof start === 'string' && /^\d{4}-\d\d-\d\d$/.test(start) ? { start } : {}),
    ...(Number(days) >= 1 && Number(days) <= 400 ? { days: Math.round(Number(days)) } : {}),
    ...(typeof color === 'string' ? { color } : {}),
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(show === 'table' ? { show } : {}),
  }),
  loader: loadWords('gantt'),
  component: lazyRouteComponent(() => import('./gantt-screen.tsx'), 'GanttScreen'),
})

export const ganttRoutes = [ganttRoute] as const
