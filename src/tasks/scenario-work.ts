/** Provides the work on scenarios with the clock, signal, progress and log of a task. */
import type { ScenarioWork } from '../scenarios/aside/work.ts'
import { sqlRole } from '../settings/scenario-settings.ts'
import type { TaskContext } from './definition.ts'
import { deleteFiles } from './delete-scenario-files.ts'

export function scenarioWork({ service, signal, progress, log }: TaskContext): ScenarioWork {
  const { settings, control } = service
  return {
    database: control,
    model: service.models.current(),
    now: () => new Date(),
    signal,
    progress,
    log,
    importRole: (scenario) => sqlRole(settings, scenario),
    deleteFiles: (scenario, except) => deleteFiles({ settings, control, log }, scenario, except),
  }
}
