/** Hands a task's clock, signal and progress to the work on scenarios. */
import type { ScenarioWork } from '../scenarios/aside/work.ts'
import type { TaskContext } from './definition.ts'

export function scenarioWork({ service, signal, progress }: TaskContext): ScenarioWork {
  return {
    database: service.database,
    model: service.models.current(),
    now: () => new Date(),
    signal,
    progress,
  }
}
