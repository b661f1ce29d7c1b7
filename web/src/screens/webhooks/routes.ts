/** Routes of webhooks, outside of any single scenario, for superusers of production. */
import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'

const help = 'how-to/follow-changes#webhooks'

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/webhooks',
  staticData: { title: 'webhooks:title', help },
  loader: loadWords('webhooks'),
  component: lazyScreen(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
})

/** A webhook by its number; `new` for a new one. */
const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/webhooks/$id',
  staticData: { title: 'webhooks:title', help },
  loader: loadWords('webhooks'),
  component: lazyScreen(() => import('./webhook-screen.tsx'), 'WebhookScreen'),
})

export const webhookRoutes = [webhooksRoute, webhookRoute] as const
