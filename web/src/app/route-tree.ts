/**
 * All routes of the web UI. An area adds its routes in `screens/<area>/routes.ts` and one line to each list in this
 * file.
 */
import { apiRoutes } from '../screens/api/routes.ts'
import { auditRoutes } from '../screens/audit/routes.ts'
import { calendarRoutes } from '../screens/calendars/routes.ts'
import { checkRoutes } from '../screens/checks/routes.ts'
import { comparisonRoutes } from '../screens/comparison/routes.ts'
import { dataRoutes } from '../screens/data/routes.ts'
import { exceptionRoutes } from '../screens/exceptions/routes.ts'
import { executeRoutes } from '../screens/execute/routes.ts'
import { fileRoutes } from '../screens/files/routes.ts'
import { ganttRoutes } from '../screens/gantt/routes.ts'
import { helpRoutes } from '../screens/help/routes.ts'
import { homeRoutes, inboxRoutes } from '../screens/home/routes.ts'
import { preferenceRoutes } from '../screens/preferences/routes.ts'
import { promiseRoutes } from '../screens/promise/routes.ts'
import { proposalRoutes } from '../screens/proposals/routes.ts'
import { releaseRoutes } from '../screens/release/routes.ts'
import { reportRoutes } from '../screens/reports/routes.ts'
import { scenarioAdminRoutes } from '../screens/scenarios/routes.ts'
import { scheduleRoutes } from '../screens/schedules/routes.ts'
import { stockRoutes } from '../screens/stock/routes.ts'
import { treeRoutes } from '../screens/trees/routes.ts'
import { userAdminRoutes } from '../screens/users/routes.ts'
import { webhookRoutes } from '../screens/webhooks/routes.ts'
import { workerRoutes } from '../screens/workers/routes.ts'
import { appIndexRoute, appRoute, rootRoute, scenarioRoute } from '../shell/base-routes.tsx'

export const routeTree = rootRoute.addChildren([
  appRoute.addChildren([
    appIndexRoute,
    // Routes below /app/ that do not belong to a scenario.
    ...helpRoutes,
    ...inboxRoutes,
    ...scenarioAdminRoutes,
    ...userAdminRoutes,
    ...preferenceRoutes,
    ...webhookRoutes,
    ...auditRoutes,
    ...workerRoutes,
    ...checkRoutes,
    ...apiRoutes,
    scenarioRoute.addChildren([
      // Routes below /app/:scenario/.
      ...homeRoutes,
      ...exceptionRoutes,
      ...releaseRoutes,
      ...stockRoutes,
      ...dataRoutes,
      ...executeRoutes,
      ...scheduleRoutes,
      ...fileRoutes,
      ...comparisonRoutes,
      ...reportRoutes,
      ...treeRoutes,
      ...ganttRoutes,
      ...calendarRoutes,
      ...promiseRoutes,
      ...proposalRoutes,
    ]),
  ]),
])
