/** Lists the running workers and the live plans of all servers, for superusers of production. */
import { workerEndpoints } from '../../../contract/workers.ts'
import { listReportedPlans } from '../../../live/reported-plans.ts'
import { listWorkers } from '../../../tasks/queue/workers.ts'
import { routesOf } from '../../contract/routes.ts'

export const workerRoutes = routesOf(workerEndpoints, {
  'GET /api/workers/': async ({ exchange: { service, signal } }) => {
    const [workers, plans] = await Promise.all([
      listWorkers(service.control, { signal }),
      listReportedPlans(service.control, { signal }),
    ])
    return { workers, live_plans: plans }
  },
})
