/** Route of the preferences. */
import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'

const preferencesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'preferences',
  staticData: { title: 'preferences:title', help: 'how-to/preferences' },
  loader: loadWords('preferences'),
  component: lazyScreen(() => import('./preferences-screen.tsx'), 'PreferencesScreen'),
})

export const preferenceRoutes = [preferencesRoute] as const
