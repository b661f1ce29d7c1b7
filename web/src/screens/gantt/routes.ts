/** Route of the Gantt chart. */
import type { GanttSearch } from './gantt-search.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { mostDays } from './keys.ts'

const words = async (): Promise<void> => {
  // Orders are edited in forms of the grid.
  await Promise.all([loadWords('gantt')(), loadWords('grid')(), loadWords('trial')()])
}

const ganttRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'gantt',
  staticData: { title: 'gantt:title', help: 'how-to/plan-reports', showsPlan: true },
  validateSearch: ({ start, days, color, search, sort, show }): GanttSearch => ({
    ...(typeof start === 'string' && /^\d{4}-\d\d-\d\d$/.test(start) ? { start } : {}),
    ...(Number(days) >= 1 && Number(days) <= mostDays ? { days: Math.round(Number(days)) } : {}),
    ...(typeof color === 'string' ? { color } : {}),
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(sort === 'location' || sort === 'name' ? { sort } : {}),
    ...(show === 'table' ? { show } : {}),
  }),
  loader: words,
  component: lazyRouteComponent(() => import('./gantt-screen.tsx'), 'GanttScreen'),
})

export const ganttRoutes = [ganttRoute] as const
