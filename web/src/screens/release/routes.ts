/** Releasing what has to be ordered or begun. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type ReleaseType, releaseTypes } from '../../api/release.ts'
import { scenarioRoute } from '../../app/base-routes.tsx'
import { loadWords } from '../../i18n/i18n.ts'

/** Days until which orders are shown; all of them for `all`. */
export const spans = ['7', '14', '28', 'all'] as const
export type Span = (typeof spans)[number]

export interface ReleaseSearch {
  /** Purchase orders where it is missing. */
  readonly type?: ReleaseType | 'receipts'
  /** A week where it is missing. */
  readonly span?: Span
}

const route = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'release',
  staticData: { title: 'release:title', help: 'how-to/release-orders', showsPlan: true },
  validateSearch: ({ type: givenType, span: givenSpan }): ReleaseSearch => {
    const type = [...releaseTypes, 'receipts' as const].find((one) => one === givenType && one !== 'PO')
    const span = spans.find((one) => one === String(givenSpan) && one !== '7')
    return { ...(type === undefined ? {} : { type }), ...(span === undefined ? {} : { span }) }
  },
  loader: loadWords('release'),
  component: lazyRouteComponent(() => import('./release-screen.tsx'), 'ReleaseScreen'),
})

export const releaseRoutes = [route] as const
