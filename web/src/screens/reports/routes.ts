/** Routes of reports, single keys, problems and constraints. */
import { createRoute, redirect } from '@tanstack/react-router'
import { onlyValid } from '../../platform/valid-search.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { readGridSearch } from '../../grid/state/grid-search.ts'
import { begin } from '../../platform/begin.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { openList } from '../data/open-list.ts'
import { readOrdersSearch } from './capacity-orders-search.ts'
import { joinKey, splitKey } from './report-address.ts'
import { formerKey, readReportSearch } from './report-search.ts'

const readSearch = onlyValid(readReportSearch)

const areas = ['reports', 'grid', 'plan-findings'] as const
const words = loadWords(...areas)

/** Resources also have capacity changes. */
const keyWords = loadWords(...areas, 'calendars', 'trial')

const reportRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/$report',
  staticData: { title: 'reports:title', help: 'how-to/plan-reports', showsPlan: true },
  validateSearch: readSearch,
  beforeLoad: ({ params, search }) => {
    const former = formerKey(search)
    if (former === undefined) return
    const { key: _key, ...others } = search
    throw redirect({
      to: '/app/$scenario/reports/$report/$key',
      params: { ...params, key: joinKey(former) },
      search: others,
      replace: true,
    })
  },
  loader: async ({ cause, context, params, location }) => {
    // The figures are not read for a link that the pointer only passes.
    if (cause === 'enter') {
      const search = readReportSearch(location.search)
      begin(async () => {
        const { readAhead } = await import('./read-ahead.ts')
        await readAhead(context.queryClient, params.scenario, params.report, search)
      })
    }
    await words()
  },
  component: lazyScreen(() => import('./report-screen.tsx'), 'ReportScreen'),
})

const keyRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/$report/$key',
  staticData: { title: 'reports:title', help: 'how-to/plan-reports', showsPlan: true },
  validateSearch: readSearch,
  beforeLoad: async ({ context, params, search }) => {
    const parts = splitKey(params.key)
    // The name of stock, as findings have it.
    if (params.report !== 'inventory' || parts.length < 3) return
    const { stockKeyOf } = await import('./stock-key.ts')
    const key = joinKey(await stockKeyOf(context.queryClient, params.scenario, parts))
    throw redirect({
      to: '/app/$scenario/reports/$report/$key',
      params: { ...params, key },
      search,
      replace: true,
    })
  },
  loader: keyWords,
  component: lazyScreen(() => import('./key-screen.tsx'), 'ReportKeyScreen'),
})

const ordersRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/resource/$key/orders',
  staticData: { title: 'reports:title', help: 'how-to/plan-reports', showsPlan: true },
  validateSearch: onlyValid(readOrdersSearch),
  loader: words,
  component: lazyScreen(() => import('./capacity-orders-screen.tsx'), 'CapacityOrdersScreen'),
})

const problemsRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/problems',
  staticData: { title: 'reports:findings.problem', help: 'how-the-planner-thinks', showsPlan: true },
  validateSearch: readGridSearch,
  loader: async ({ context, params }) => {
    openList(context.queryClient, params.scenario, 'problem')
    await words()
  },
  component: lazyScreen(() => import('./findings-screen.tsx'), 'ProblemsScreen'),
})

const constraintsRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/constraints',
  staticData: { title: 'reports:findings.constraint', help: 'how-the-planner-thinks', showsPlan: true },
  validateSearch: readGridSearch,
  loader: async ({ context, params }) => {
    openList(context.queryClient, params.scenario, 'constraint')
    await words()
  },
  component: lazyScreen(() => import('./findings-screen.tsx'), 'ConstraintsScreen'),
})

export const reportRoutes = [problemsRoute, constraintsRoute, reportRoute, keyRoute, ordersRoute] as const
