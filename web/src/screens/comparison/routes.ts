/** The plans of two scenarios side by side, order by order. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type Change, changes } from '../../api/plan-comparison.ts'
import { scenarioRoute } from '../../app/base-routes.tsx'
import { loadWords } from '../../i18n/i18n.ts'

export interface ComparisonSearch {
  /** The other scenario. */
  readonly with?: string
  readonly change?: Change
}

function readSearch({ with: other, change }: Readonly<Record<string, unknown>>): ComparisonSearch {
  const known = changes.find((one) => one === change)
  return {
    ...(typeof other === 'string' && other !== '' ? { with: other } : {}),
    ...(known === undefined ? {} : { change: known }),
  }
}

const comparisonRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/comparison',
  staticData: { title: 'comparison:title', help: 'how-to/plan-reports' },
  validateSearch: readSearch,
  loader: loadWords('comparison'),
  component: lazyRouteComponent(() => import('./comparison-screen.tsx'), 'ComparisonScreen'),
})

export const comparisonRoutes = [comparisonRoute] as const
