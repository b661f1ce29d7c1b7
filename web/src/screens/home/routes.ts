/** Where a scenario begins. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { scenarioRoute } from '../../app/base-routes.tsx'
import { loadWords } from '../../i18n/i18n.ts'

const home = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/',
  staticData: { title: 'home:title' },
  loader: loadWords('home'),
  component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
})

export const homeRoutes = [home] as const
