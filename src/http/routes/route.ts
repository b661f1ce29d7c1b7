/** The type of a route: every route must declare its access next to its path. */
import type { BodyKind } from '../body/body-policy.ts'
import type { Handler } from '../exchange.ts'

/**
 * `public`: all clients; `user`: clients with valid credentials; `token`: clients with the token of the settings;
 * `key`: clients with an API key; `entity`: depends on the permissions for the entity; `files`: users who may manage
 * the files of the scenario.
 */
export type RouteAccess = 'public' | 'user' | 'token' | 'key' | 'entity' | 'files'

export interface Route {
  readonly methods: readonly string[]
  /** Path template; `*` for all paths without another route. */
  readonly path: string
  readonly access: RouteAccess
  /** Kind of body that the handler reads. */
  readonly body: BodyKind
  /** If true, requests are processed under overload too: health checks must report the overload. */
  readonly always?: boolean
  readonly handler: Handler
}
