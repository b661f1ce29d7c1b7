/** Route of the Gantt chart. */
import { colorings, type GanttSearch, mostDays, rowGroups } from './gantt-search.ts'
import { createRoute } from '@tanstack/react-router'
import { readPlanClock } from '../../platform/api/plan-history.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { isDay, isOn, onlyValid, textsOf } from '../../platform/valid-search.ts'

const ganttRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'gantt',
  staticData: { title: 'gantt:title', help: 'how-to/plan-board', showsPlan: true },
  validateSearch: onlyValid(({ start, days, sort, show, ...named }): GanttSearch => {
    const color = colorings.find((one) => one === named['color'])
    const group = rowGroups.find((one) => one === named['group'])
    return {
      ...(isDay(start) ? { start } : {}),
      ...(Number(days) >= 1 && Number(days) <= mostDays ? { days: Math.round(Number(days)) } : {}),
      ...(color === undefined ? {} : { color }),
      ...(group === undefined ? {} : { group }),
      ...textsOf(named, ['search', 'order']),
      ...(sort === 'name' ? { sort } : {}),
      ...(show === 'table' ? { show } : {}),
      ...(isOn(named['late']) ? { late: true } : {}),
      ...(isOn(named['stock']) ? { stock: true } : {}),
    }
  }),
  loader: async ({ context, params }) => {
    const clock = readPlanClock(context.queryClient, params.scenario)
    // Orders are edited in forms of the grid.
    await Promise.all([loadWords('gantt', 'grid', 'trial')(), clock])
  },
  component: lazyScreen(() => import('./gantt-screen.tsx'), 'GanttScreen'),
})

export const ganttRoutes = [ganttRoute] as const
