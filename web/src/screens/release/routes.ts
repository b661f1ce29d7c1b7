/** Route of the release screen. */
import { spans, type ReleaseSearch } from './release-search.ts'
import { createRoute } from '@tanstack/react-router'
import { releaseTypes } from '../../platform/api/release-types.ts'
import { readPlanClock } from '../../platform/api/plan-history.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { isOn, onlyValid } from '../../platform/valid-search.ts'

const route = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'release',
  staticData: { title: 'release:title', help: 'how-to/release-orders', showsPlan: true },
  validateSearch: onlyValid(({ type: givenType, span: givenSpan, approved }): ReleaseSearch => {
    const type = [...releaseTypes, 'receipts' as const].find((one) => one === givenType && one !== 'PO')
    const span = spans.find((one) => one === givenSpan && one !== '7')
    return {
      ...(type === undefined ? {} : { type }),
      ...(span === undefined ? {} : { span }),
      ...(isOn(approved) ? { approved: true } : {}),
    }
  }),
  loader: async ({ context, params }) => {
    const clock = readPlanClock(context.queryClient, params.scenario)
    await Promise.all([loadWords('release', 'undo')(), clock])
  },
  component: lazyScreen(() => import('./release-screen.tsx'), 'ReleaseScreen'),
})

export const releaseRoutes = [route] as const
