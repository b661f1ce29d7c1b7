/** Route of the checks of the installation, for administrators. */
import { createRoute } from '@tanstack/react-router'
import { checksQuery } from '../../platform/api/checks.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'

const checksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/checks',
  staticData: { title: 'checks:title', help: 'how-to/check-an-installation' },
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the screen reports errors.
    void queryClient.prefetchQuery(checksQuery)
    await loadWords('checks')()
  },
  component: lazyScreen(() => import('./checks-screen.tsx'), 'ChecksScreen'),
})

export const checkRoutes = [checksRoute] as const
