/** Route of the exceptions of the plan. */
import type { ExceptionSearch } from './exception-search.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { exceptionStates, groupNames } from '../../platform/api/exceptions.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { loadWords } from '../../platform/i18n/i18n.ts'

const route = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'exceptions',
  staticData: { title: 'exceptions:title', help: 'how-to/decide-on-exceptions', showsPlan: true },
  validateSearch: ({ group: givenGroup, status: givenStatus, mine, search, by }): ExceptionSearch => {
    const group = groupNames.find((name) => name === givenGroup)
    const status =
      givenStatus === 'all' ? 'all' : exceptionStates.find((name) => name === givenStatus && name !== 'open')
    return {
      ...(group === undefined ? {} : { group }),
      ...(status === undefined ? {} : { status }),
      ...(mine === true ? { mine } : {}),
      ...(typeof search === 'string' && search !== '' ? { search } : {}),
      ...(by === 'bottleneck' ? { by } : {}),
    }
  },
  loader: async () => {
    await Promise.all([loadWords('exceptions')(), loadWords('trial')()])
  },
  component: lazyRouteComponent(() => import('./exceptions-screen.tsx'), 'ExceptionsScreen'),
})

export const exceptionRoutes = [route] as const
