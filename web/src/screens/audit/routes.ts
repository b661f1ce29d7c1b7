/** Route of the audit trail, for users with the right to view it. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AuditFilter } from '../../platform/api/audit.ts'
import { appRoute } from '../../shell/base-routes.tsx'
import { loadWords } from '../../platform/i18n/i18n.ts'

const names = ['user', 'entity', 'channel', 'after', 'before'] as const

const auditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'audit',
  staticData: { title: 'audit:title', help: 'how-to/see-what-changed' },
  validateSearch: (given): AuditFilter =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = given[name]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    ),
  loader: async () => {
    await Promise.all([loadWords('audit')(), loadWords('grid')()])
  },
  component: lazyRouteComponent(() => import('./audit-screen.tsx'), 'AuditScreen'),
})

export const auditRoutes = [auditRoute] as const
