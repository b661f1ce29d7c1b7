/** Routes of groups of tasks and their schedules. */
import { createRoute } from '@tanstack/react-router'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'

const words = loadWords('schedules', 'execute')

const schedulesRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/execute/groups',
  staticData: { title: 'schedules:title', help: 'tasks/scheduletasks' },
  loader: words,
  component: lazyScreen(() => import('./schedules-screen.tsx'), 'SchedulesScreen'),
})

const scheduleRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/execute/groups/$name',
  staticData: { title: 'schedules:one', help: 'tasks/scheduletasks' },
  loader: words,
  component: lazyScreen(() => import('./schedule-screen.tsx'), 'ScheduleScreen'),
})

/** Creates a group. Not below `groups`, because a group can have every name. */
const newScheduleRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/execute/new-group',
  staticData: { title: 'schedules:one', help: 'tasks/scheduletasks' },
  loader: words,
  component: lazyScreen(() => import('./schedule-screen.tsx'), 'ScheduleScreen'),
})

export const scheduleRoutes = [schedulesRoute, scheduleRoute, newScheduleRoute] as const
