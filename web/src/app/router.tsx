/** The router, with the components that replace a screen while it loads, if it fails, and if it does not exist. */
import { createRouter } from '@tanstack/react-router'
import { queryClient } from '../platform/api/query-client.ts'
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx'
import { ScreenError } from '../shell/screen-error.tsx'
import { NotFound } from '../shell/base-routes.tsx'
import { parseAddress, writeAddress } from './address-search.ts'
import { browserHistory } from './browser-history.ts'
import { routeTree } from './route-tree.ts'

export const router = createRouter({
  routeTree,
  ...(browserHistory === undefined ? {} : { history: browserHistory }),
  context: { queryClient },
  parseSearch: parseAddress,
  stringifySearch: writeAddress,
  trailingSlash: 'preserve',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 200,
  defaultPendingComponent: LoadingSkeleton,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
  defaultStructuralSharing: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
