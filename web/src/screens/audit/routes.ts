/** Routes of the audit trail, for users with the right to view it, and of the account log, for administrators. */
import { createRoute } from '@tanstack/react-router'
import { securityEvents } from '../../../../src/model/security-events.ts'
import type { AccountFilter } from '../../platform/api/account-log.ts'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import type { AuditSearch } from './audit-search.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { onlyValid, textsOf } from '../../platform/valid-search.ts'

const names = ['user', 'entity', 'channel', 'after', 'before'] as const

/** Returns a whole number of the address; undefined for other values. */
const wholeNumber = (given: unknown): number | undefined =>
  /^[1-9]\d{0,14}$/.test(String(given)) ? Number(given) : undefined

const auditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'audit',
  staticData: { title: 'audit:title', help: 'how-to/see-what-changed' },
  validateSearch: onlyValid((given): AuditSearch => {
    const task = wholeNumber(given['task'])
    const set = wholeNumber(given['set'])
    return {
      ...textsOf(given, [...names, 'scenario']),
      ...(task === undefined ? {} : { task }),
      ...(set === undefined ? {} : { set }),
    }
  }),
  loader: loadWords('audit', 'grid', 'trial', 'undo', 'execute', 'proposals'),
  component: lazyScreen(() => import('./audit-screen.tsx'), 'AuditScreen'),
})

const accountNames = ['user', 'after', 'before'] as const

const accountLogRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/accounts',
  staticData: { title: 'audit:accounts.title', help: 'how-to/audit-export' },
  validateSearch: onlyValid((given): AccountFilter => {
    const event = securityEvents.find((name) => name === given['event'])
    return { ...textsOf(given, accountNames), ...(event === undefined ? {} : { event }) }
  }),
  loader: loadWords('audit'),
  component: lazyScreen(() => import('./account-log-screen.tsx'), 'AccountLogScreen'),
})

export const auditRoutes = [auditRoute, accountLogRoute] as const
