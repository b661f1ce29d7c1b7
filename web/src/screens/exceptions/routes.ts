/** Route of the exceptions of the plan. */
import { exceptionStatuses } from '../../../../src/model/exception-kinds.ts'
import type { ExceptionSearch } from './exception-search.ts'
import { createRoute } from '@tanstack/react-router'
import { groupNames } from '../../platform/exception-groups.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { begin } from '../../platform/begin.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { isOn, onlyValid, textsOf } from '../../platform/valid-search.ts'

const texts = ['search', 'location', 'customer', 'assignee'] as const

const readSearch = onlyValid(
  ({ group: givenGroup, status: givenStatus, mine, unassigned, by, ...given }): ExceptionSearch => {
    const group = groupNames.find((name) => name === givenGroup)
    const status =
      givenStatus === 'all'
        ? 'all'
        : exceptionStatuses.find((name) => name === givenStatus && name !== 'open')
    return {
      ...(group === undefined ? {} : { group }),
      ...(status === undefined ? {} : { status }),
      ...(isOn(mine) ? { mine: true } : {}),
      ...(isOn(unassigned) ? { unassigned: true } : {}),
      ...textsOf(given, texts),
      ...(by === 'bottleneck' ? { by } : {}),
    }
  },
)

const route = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'exceptions',
  staticData: { title: 'exceptions:title', help: 'how-to/decide-on-exceptions', showsPlan: true },
  validateSearch: readSearch,
  loader: async ({ cause, context, params, location }) => {
    // The exceptions are not read for a link that the pointer only passes.
    if (cause === 'enter') {
      const search = readSearch(location.search)
      begin(async () => {
        const { readAhead } = await import('./read-ahead.ts')
        await readAhead(context.queryClient, params.scenario, search)
      })
    }
    await loadWords('exceptions', 'trial', 'grid', 'plan-findings')()
  },
  component: lazyScreen(() => import('./exceptions-screen.tsx'), 'ExceptionsScreen'),
})

export const exceptionRoutes = [route] as const
