/**
 * The routes that all screens hang on: `/app`, below it one scenario. Screens add theirs in
 * `screens/<area>/routes.ts`.
 */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { homeScenario, meQuery } from '../api/me.ts'
import { AppFrame } from '../shell/app-frame.tsx'
import { NotFoundScreen } from '../screens/pages/not-found.tsx'

/** What every screen says of itself, for its title, its help and the words that are loaded ahead. */
export interface ScreenFacts {
  /** Key of the title in the words of an area, such as `execute:runs.title`. */
  readonly title?: string
  /** Page of the documentation, such as `tasks/create-a-plan`. */
  readonly help?: string
  /** It shows the plan, and says when the data has changed since. */
  readonly showsPlan?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenFacts {}
}

export interface RouterContext {
  readonly queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundScreen,
})

/** Everything behind the sign-in, within the shell. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(meQuery)
  },
  component: AppFrame,
  notFoundComponent: NotFoundScreen,
})

/** `/app/`: on to the scenario that the user starts in. */
export const appIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const scenario = homeScenario(await context.queryClient.ensureQueryData(meQuery))
    if (scenario !== undefined) throw redirect({ to: '/app/$scenario', params: { scenario }, replace: true })
  },
})

/** Screens of one scenario: `/app/:scenario/…`. */
export const scenarioRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$scenario',
  component: Outlet,
  notFoundComponent: NotFoundScreen,
})
