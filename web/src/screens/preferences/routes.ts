/** Route of the preferences. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../shell/base-routes.tsx'
import { loadWords } from '../../platform/i18n/i18n.ts'

const preferencesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'preferences',
  staticData: { title: 'preferences:title', help: 'how-to/preferences' },
  loader: loadWords('preferences'),
  component: lazyRouteComponent(() => import('./preferences-screen.tsx'), 'PreferencesScreen'),
})

export const preferenceRoutes = [preferencesRoute] as const
