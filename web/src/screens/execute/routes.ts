/** Routes of tasks and their runs. */
import type { ExecuteSearch } from './execute-search.ts'
import { createRoute } from '@tanstack/react-router'
import { latestRunsQuery, runQuery, tasksQuery } from '../../platform/api/tasks.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { onlyValid, textsOf } from '../../platform/valid-search.ts'

const readSearch = onlyValid((search): ExecuteSearch => {
  const from = Number(search['from'])
  return {
    ...textsOf(search, ['task', 'status']),
    ...(Number.isSafeInteger(from) && from > 0 ? { from } : {}),
  }
})

const executeRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/execute',
  staticData: { title: 'execute:title', help: 'how-to/run-tasks' },
  validateSearch: readSearch,
  loaderDeps: ({ search: { status } }) => ({ status }),
  loader: async ({ context: { queryClient }, params: { scenario }, deps: { status } }) => {
    // Not awaited: the screen reports errors.
    void queryClient.prefetchQuery(tasksQuery(scenario))
    void queryClient.prefetchQuery(latestRunsQuery(scenario, status))
    await loadWords('execute', 'files')()
  },
  component: lazyScreen(() => import('./execute-screen.tsx'), 'ExecuteScreen'),
})

const runRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/execute/runs/$id',
  staticData: { title: 'execute:run.title', help: 'how-to/run-tasks' },
  loader: async ({ cause, context: { queryClient }, params: { scenario, id } }) => {
    // Not awaited: the screen reports errors. Not for a link that the pointer only passes.
    if (cause === 'enter') void queryClient.prefetchQuery(runQuery(scenario, Number(id)))
    await loadWords('execute', 'files')()
  },
  component: lazyScreen(() => import('./run-screen.tsx'), 'RunScreen'),
})

export const executeRoutes = [executeRoute, runRoute]
