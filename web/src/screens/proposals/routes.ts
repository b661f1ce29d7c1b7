/** Routes of the list of proposals and the review of one. */
import { createRoute } from '@tanstack/react-router'
import type { ProposalFilter } from '../../platform/api/proposals.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { isOn, onlyValid, textsOf } from '../../platform/valid-search.ts'

const words = loadWords('proposals', 'grid', 'trial', 'undo')

const listRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'proposals',
  staticData: { title: 'proposals:title', help: 'how-to/review-changes' },
  validateSearch: onlyValid(({ mine, ...named }): ProposalFilter => ({
    ...textsOf(named, ['state', 'search']),
    ...(mine === '1' || isOn(mine) ? { mine: '1' } : {}),
  })),
  loader: words,
  component: lazyScreen(() => import('./proposals-screen.tsx'), 'ProposalsScreen'),
})

const proposalRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'proposals/$proposal',
  staticData: { title: 'proposals:title', help: 'how-to/review-changes' },
  loader: words,
  component: lazyScreen(() => import('./proposal-screen.tsx'), 'ProposalScreen'),
})

export const proposalRoutes = [listRoute, proposalRoute] as const
