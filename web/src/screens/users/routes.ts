/** Routes of users and groups, outside of any single scenario. */
import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'

const help = 'tasks/users'

const usersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/users',
  staticData: { title: 'users:title', help },
  loader: loadWords('users'),
  component: lazyScreen(() => import('./users-screen.tsx'), 'UsersScreen'),
})

const newUserRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/users/new',
  staticData: { title: 'users:new.title', help },
  loader: loadWords('users'),
  component: lazyScreen(() => import('./new-user-screen.tsx'), 'NewUserScreen'),
})

const userRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/users/$id',
  staticData: { title: 'users:title', help },
  loader: loadWords('users'),
  component: lazyScreen(() => import('./user-screen.tsx'), 'UserScreen'),
})

const groupsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/groups',
  staticData: { title: 'users:groups.title', help },
  loader: loadWords('users'),
  component: lazyScreen(() => import('./groups-screen.tsx'), 'GroupsScreen'),
})

/** A group by its number; `new` for a new one. */
const groupRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'admin/groups/$id',
  staticData: { title: 'users:groups.title', help },
  loader: loadWords('users'),
  component: lazyScreen(() => import('./group-screen.tsx'), 'GroupScreen'),
})

export const userAdminRoutes = [usersRoute, newUserRoute, userRoute, groupsRoute, groupRoute] as const
