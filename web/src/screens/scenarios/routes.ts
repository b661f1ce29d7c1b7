/** Routes of scenarios and backups, outside of any single scenario. */
import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'

const words = loadWords('scenarios', 'execute', 'grid', 'trial')

const scenariosRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/scenarios',
  staticData: { title: 'scenarios:title', help: 'tasks/scenarios' },
  loader: words,
  component: lazyScreen(() => import('./scenarios-screen.tsx'), 'ScenariosScreen'),
})

const backupsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/backups',
  staticData: { title: 'scenarios:backups.title', help: 'how-to/back-up-and-restore' },
  loader: words,
  component: lazyScreen(() => import('./backups-screen.tsx'), 'BackupsScreen'),
})

export const scenarioAdminRoutes = [scenariosRoute, backupsRoute] as const
