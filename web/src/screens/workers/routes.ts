/** Route of the workers and live plans, for administrators. */
import { createRoute } from '@tanstack/react-router'
import { workersQuery } from '../../platform/api/workers.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'

const workersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/workers',
  staticData: { title: 'execute:workers.title', help: 'how-to/run-tasks' },
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the screen reports errors.
    void queryClient.prefetchQuery(workersQuery)
    await loadWords('execute')()
  },
  component: lazyScreen(() => import('./workers-screen.tsx'), 'WorkersScreen'),
})

export const workerRoutes = [workersRoute] as const
