/** What a route is: who may use it stands beside its path, and without it there is no route. */
import type { BodyKind } from '../body/body-policy.ts'
import type { Handler } from '../exchange.ts'

/**
 * `public`: everybody; `user`: whoever has valid credentials; `token`: whoever holds the token of the settings;
 * `key`: whoever asks with an API key; `entity`: decided by the rights on the entity; `files`: whoever may manage the files
 * of the scenario.
 */
export type RouteAccess = 'public' | 'user' | 'token' | 'key' | 'entity' | 'files'

export interface Route {
  readonly methods: readonly string[]
  /** Template; `*` for everything that no other route takes. */
  readonly path: string
  readonly access: RouteAccess
  /** What its handler reads of the body. */
  readonly body: BodyKind
  /** Answered however much is going on: the questions by which others see that too much is. */
  readonly always?: boolean
  readonly handler: Handler
}
