/** The plans of two scenarios side by side, order by order. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type Change, changes } from '../../api/plan-comparison.ts'
import { scenarioRoute } from '../../app/base-routes.tsx'
import { loadWords } from '../../i18n/i18n.ts'

export interface ComparisonSearch {
  /** The other scenario. */
  readonly with?: string
  readonly change?: Change
  /** Records instead of deliveries. */
  readonly view?: 'records'
  /** Scenarios whose key figures are shown beside, where they are others: names with commas between. */
  readonly also?: string
}

function readSearch({
  with: other,
  change,
  also,
  view,
}: Readonly<Record<string, unknown>>): ComparisonSearch {
  const known = changes.find((one) => one === change)
  return {
    ...(typeof other === 'string' && other !== '' ? { with: other } : {}),
    ...(known === undefined ? {} : { change: known }),
    ...(typeof also === 'string' ? { also } : {}),
    ...(view === 'records' ? { view } : {}),
  }
}

const comparisonRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/comparison',
  staticData: { title: 'comparison:title', help: 'how-to/plan-reports' },
  validateSearch: readSearch,
  loader: async () => {
    await Promise.all([loadWords('comparison')(), loadWords('trial')(), loadWords('grid')()])
  },
  component: lazyRouteComponent(() => import('./comparison-screen.tsx'), 'ComparisonScreen'),
})

export const comparisonRoutes = [comparisonRoute] as const
