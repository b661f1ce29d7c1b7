/** Lists and records of every entity: `/data/demand`, `/data/demand/SO-1`. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { scenarioRoute } from '../../app/base-routes.tsx'
import { readGridSearch } from '../../grid/state/grid-search.ts'
import { loadWords } from '../../i18n/i18n.ts'

const list = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'data/$entity',
  staticData: { title: 'grid:title' },
  validateSearch: readGridSearch,
  loader: loadWords('grid'),
  component: lazyRouteComponent(() => import('./list-screen.tsx'), 'ListScreen'),
})

export const dataRoutes = [list] as const
