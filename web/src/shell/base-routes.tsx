/**
 * Base routes of all screens: `/app`, and below it one scenario. Screens add their own routes in
 * `screens/<area>/routes.ts`.
 */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { homeScenario, meQuery } from '../platform/api/me.ts'
import { AppFrame } from './app-frame.tsx'
import { late } from '../ui/late.tsx'

/** Static data of a screen: its title, its help page and its translation files to preload. */
export interface ScreenFacts {
  /** Translation key of the title, such as `execute:runs.title`. */
  readonly title?: string
  /** Page of the documentation, such as `tasks/create-a-plan`. */
  readonly help?: string
  /**
   * Whether the screen shows the plan; it then displays a notice if the data changed after the plan was made. For a list
   * the names of the entities whose records contain values of the plan.
   */
  readonly showsPlan?: boolean | RegExp
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenFacts {}
}

export interface RouterContext {
  readonly queryClient: QueryClient
}

/** The screen for unknown addresses, which few see: loaded when it is shown. */
export const NotFound = late(async () => (await import('./not-found.tsx')).NotFoundScreen)

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFound,
})

/** Parent of all routes that require a session; renders the shell. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(meQuery)
  },
  component: AppFrame,
  notFoundComponent: NotFound,
})

/** Redirects `/app/` to the start scenario of the user. */
export const appIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const scenario = homeScenario(await context.queryClient.ensureQueryData(meQuery))
    if (scenario !== undefined) throw redirect({ to: '/app/$scenario', params: { scenario }, replace: true })
  },
})

/** Parent of the screens of one scenario: `/app/:scenario/…`. */
export const scenarioRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$scenario',
  // Another scenario starts a new screen: unsaved edits and answers of one must not appear in another.
  remountDeps: ({ params }) => params.scenario,
  component: Outlet,
  notFoundComponent: NotFound,
})
