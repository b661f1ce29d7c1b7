/** Route of the API screen for developers, with requests in the session of the user. */
import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { onlyValid, textsOf } from '../../platform/valid-search.ts'

export interface ApiSearch {
  /** Selected entity, such as `input.demand`. */
  readonly entity?: string
}

const apiRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'api',
  staticData: { title: 'apipage:title', help: 'how-to/use-the-api' },
  validateSearch: onlyValid((given): ApiSearch => textsOf(given, ['entity'])),
  loader: loadWords('apipage'),
  component: lazyScreen(() => import('./api-screen.tsx'), 'ApiScreen'),
})

export const apiRoutes = [apiRoute] as const
