/** The API for those who write programs: what there is, tried with the own session. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/base-routes.tsx'
import { loadWords } from '../../i18n/i18n.ts'

export interface ApiSearch {
  /** Entity that is looked at, such as `input.demand`. */
  readonly entity?: string
}

const apiRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'api',
  staticData: { title: 'apipage:title', help: 'how-to/use-the-api' },
  validateSearch: ({ entity }): ApiSearch => (typeof entity === 'string' ? { entity } : {}),
  loader: loadWords('apipage'),
  component: lazyRouteComponent(() => import('./api-screen.tsx'), 'ApiScreen'),
})

export const apiRoutes = [apiRoute] as const
