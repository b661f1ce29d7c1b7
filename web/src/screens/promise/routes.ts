/** Route of the promise screen. */
import { createRoute } from '@tanstack/react-router'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'

const promiseRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'promise',
  staticData: { title: 'promise:title', help: 'how-to/try-changes' },
  loader: loadWords('promise', 'trial', 'grid'),
  component: lazyScreen(() => import('./promise-screen.tsx'), 'PromiseScreen'),
})

export const promiseRoutes = [promiseRoute] as const
