/** Routes of the start screen and the inbox. */
import { createRoute } from '@tanstack/react-router'
import { appRoute, scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { begin } from '../../platform/begin.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'

const words = loadWords('home', 'execute', 'schedules', 'exceptions', 'plan-findings')

const home = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/',
  staticData: { title: 'home:title', help: 'how-to/the-start-screen', showsPlan: true },
  loader: async ({ cause, context, params }) => {
    // The figures are not read for a link that the pointer only passes.
    if (cause === 'enter') {
      begin(async () => {
        const { readAhead } = await import('./read-ahead.ts')
        await readAhead(context.queryClient, params.scenario)
      })
    }
    await words()
  },
  component: lazyScreen(() => import('./home-screen.tsx'), 'HomeScreen'),
})

const inbox = createRoute({
  getParentRoute: () => appRoute,
  path: 'inbox',
  staticData: { title: 'home:inbox.title', help: 'how-to/follow-and-inbox' },
  loader: words,
  component: lazyScreen(() => import('./inbox-screen.tsx'), 'InboxScreen'),
})

export const homeRoutes = [home] as const
export const inboxRoutes = [inbox] as const
