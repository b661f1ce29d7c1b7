/** Limits how many questions one user has running, and in how many scenarios. */
import { ServiceError } from '../errors/service-error.ts'
import type { Settings } from '../settings/settings.ts'

export interface UserQuestions {
  /**
   * Counts a question of a user until the result is disposed. Throws `too_many_trials`, and `live_plan_unavailable` if
   * the user would occupy all processes.
   */
  begin(user: string, scenario: string): Disposable
}

export function createUserQuestions(
  settings: Pick<Settings, 'LIVE_PLAN_QUESTIONS' | 'LIVE_PLANS'>,
): UserQuestions {
  /** Scenarios of the running questions of a user, one entry per question. */
  const perUser = new Map<string, readonly string[]>()
  return {
    begin: (user, scenario) => {
      const limit = settings.LIVE_PLAN_QUESTIONS
      const running = perUser.get(user) ?? []
      if (running.length >= limit)
        throw new ServiceError('too_many_trials', { limit }, { headers: { 'Retry-After': '1' } })
      // One user may not occupy all processes, so that one is left for other users.
      const most = Math.max(1, settings.LIVE_PLANS - 1)
      if (!running.includes(scenario) && new Set(running).size >= most) {
        throw new ServiceError(
          'live_plan_unavailable',
          { reason: { code: 'own_plans_tried', params: { limit: most } } },
          { headers: { 'Retry-After': '1' } },
        )
      }
      perUser.set(user, [...running, scenario])
      return {
        [Symbol.dispose]: () => {
          const left = [...(perUser.get(user) ?? [])]
          left.splice(left.indexOf(scenario), 1)
          if (left.length === 0) perUser.delete(user)
          else perUser.set(user, left)
        },
      }
    },
  }
}
