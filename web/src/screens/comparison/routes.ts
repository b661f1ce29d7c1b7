/** Route of the plan comparison by sales order. */
import type { ComparisonSearch } from './comparison-search.ts'
import { createRoute } from '@tanstack/react-router'
import { changes } from '../../platform/api/change-kinds.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { onlyValid } from '../../platform/valid-search.ts'

function readSearch({
  with: other,
  change,
  plans,
  view,
}: Readonly<Record<string, unknown>>): ComparisonSearch {
  const known = changes.find((one) => one === change)
  return {
    ...(typeof other === 'string' && other !== '' ? { with: other } : {}),
    ...(known === undefined ? {} : { change: known }),
    ...(typeof plans === 'string' && plans !== '' ? { plans } : {}),
    ...(view === 'records' ? { view } : {}),
  }
}

const comparisonRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/comparison',
  staticData: { title: 'comparison:title', help: 'how-to/plan-reports', showsPlan: true },
  validateSearch: onlyValid(readSearch),
  loader: loadWords('comparison', 'trial', 'grid', 'undo'),
  component: lazyScreen(() => import('./comparison-screen.tsx'), 'ComparisonScreen'),
})

export const comparisonRoutes = [comparisonRoute] as const
