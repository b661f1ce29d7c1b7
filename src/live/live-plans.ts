/**
 * The live plans of a server: one process per scenario, started with the first question about it, because a server
 * never plans in its own event loop. The number of processes is limited: the one that has been idle longest is
 * replaced. If a process fails, only its own questions fail.
 */
import {
  answerTo,
  type LiveAnswer,
  type LivePart,
  type LiveQuestion,
  type QuestionKind,
} from '../planning/live/questions.ts'
import { type AskOptions, type LivePlanStatus, ProcessEnded } from './live-process.ts'
import { ProcessSlots, type ProcessSlotsOptions } from './process-slots.ts'
import { createUserQuestions } from './user-questions.ts'

export interface LivePlans {
  /**
   * Answers a question about the plan of a scenario. Throws the errors of the answer: `FaultyEdits`, `StaleTrial`,
   * `canceled`, `too_many_trials`, `live_plan_unavailable`, `live_plan_too_large`, `live_plan_no_room`.
   */
  ask<Kind extends QuestionKind>(
    scenario: string,
    question: LiveQuestion & { readonly kind: Kind },
    options: AskOptions,
  ): Promise<LiveAnswer<Kind>>
  /** Returns the running processes. */
  status(): readonly LivePlanStatus[]
  close(): void
}

export function createLivePlans({ settings, database }: ProcessSlotsOptions): LivePlans {
  const slots = new ProcessSlots({ settings, database })
  const users = createUserQuestions(settings)

  const askOnce = async (
    scenario: string,
    question: LiveQuestion,
    options: AskOptions,
  ): Promise<LiveAnswer> => {
    const process = await slots.reserve(scenario, options.signal)
    return process.ask(question, options)
  }

  return {
    ask: async (scenario, question, options) => {
      using _ = users.begin(String(options.asker.userId), scenario)
      let isPartReported = false
      const onPart = (part: LivePart): void => {
        isPartReported = true
        options.onPart?.(part)
      }
      const answer = await askOnce(scenario, question, { ...options, onPart }).catch((error: unknown) => {
        // An accepted trial may or may not be stored, and parts must not be sent twice; all other questions can be
        // retried.
        if (!(error instanceof ProcessEnded) || question.kind === 'accept' || isPartReported) throw error
        return askOnce(scenario, question, options)
      })
      return answerTo(question.kind, answer)
    },
    status: () => slots.processes().map(({ status }) => status),
    close: () => slots.close(),
  }
}
