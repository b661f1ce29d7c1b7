/** Reports per time bucket, one key of a report, and the lists of what is wrong and why. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { scenarioRoute } from '../../app/base-routes.tsx'
import { loadWords } from '../../i18n/i18n.ts'
import { readReportSearch } from './report-search.ts'

const words = async (): Promise<void> => {
  await Promise.all([loadWords('reports')(), loadWords('grid')()])
}

const reportRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'reports/$report',
  staticData: { title: 'reports:title', help: 'how-to/plan-reports' },
  validateSearch: readReportSearch,
  loader: words,
  component: lazyRouteComponent(() => import('./report-screen.tsx'), 'ReportScreen'),
})

export const reportRoutes = [reportRoute] as const
