/** Routes of webhooks, outside of any single scenario, for superusers of production. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../shell/base-routes.tsx'
import { loadWords } from '../../platform/i18n/i18n.ts'

const help = 'how-to/follow-changes#webhooks'

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/webhooks',
  staticData: { title: 'webhooks:title', help },
  loader: loadWords('webhooks'),
  component: lazyRouteComponent(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
})

/** A webhook by its number; `new` for a new one. */
const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/webhooks/$id',
  staticData: { title: 'webhooks:title', help },
  loader: loadWords('webhooks'),
  component: lazyRouteComponent(() => import('./webhook-screen.tsx'), 'WebhookScreen'),
})

export const webhookRoutes = [webhooksRoute, webhookRoute] as const
