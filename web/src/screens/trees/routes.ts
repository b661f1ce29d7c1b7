/** Routes of plan trees: the supply of a demand, and the network of an item, an operation or a resource. */
import type { TreeSearch } from './tree-search.ts'
import { createRoute } from '@tanstack/react-router'
import { keyOfSegment, segmentOfKey } from '../../../../src/model/record-path.ts'
import { readPlanClock } from '../../platform/api/plan-history.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { type PeggingSearch, peggingViews } from './pegging-views.ts'
import { onlyValid, textsOf } from '../../platform/valid-search.ts'

const readSearch = ({ direction, show, ...named }: Readonly<Record<string, unknown>>): TreeSearch => ({
  ...(direction === 'downstream' ? { direction } : {}),
  ...(show === 'graph' ? { show } : {}),
  ...textsOf(named, ['search', 'location', 'demand']),
})

const peggingRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'data/demand/$key/plan',
  params: {
    parse: ({ key }) => ({ key: keyOfSegment(key) }),
    stringify: ({ key }) => ({ key: segmentOfKey(key) }),
  },
  staticData: { title: 'trees:pegging.title', help: 'how-to/plan-reports', showsPlan: true },
  validateSearch: onlyValid(({ show: given }): PeggingSearch => {
    const show = peggingViews.find((view) => view === given)
    return show === undefined ? {} : { show }
  }),
  loader: async ({ context, params }) => {
    const clock = readPlanClock(context.queryClient, params.scenario)
    await Promise.all([loadWords('trees', 'trial', 'plan-findings', 'grid', 'undo')(), clock])
  },
  component: lazyScreen(() => import('./pegging-screen.tsx'), 'PeggingScreen'),
})

const supplyRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'supplypath/$entity/$key',
  staticData: { title: 'trees:supply.title', help: 'how-to/plan-reports' },
  validateSearch: onlyValid(readSearch),
  loader: loadWords('trees'),
  component: lazyScreen(() => import('./supply-screen.tsx'), 'SupplyScreen'),
})

export const treeRoutes = [peggingRoute, supplyRoute] as const
