/**
 * Deletes the files of a scenario that is released or deleted, and those that a free scenario still has before it gets
 * data, so that its next users cannot read them. If data in use is replaced, the files stay: programs may exchange files
 * with the scenario, as before the nightly copy of production. Who may replace it may also release it.
 */
import type { ControlDatabase } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { FolderSettings } from '../files/folders/folder.ts'
import { deleteScenarioFiles } from '../files/folders/scenario-files.ts'
import { productionScenario } from '../model/production.ts'
import { listScenarios } from '../scenarios/registry.ts'
import type { TaskContext } from './definition.ts'

interface Places {
  readonly settings: FolderSettings
  readonly control: ControlDatabase
  readonly log: (message: string, level?: 'warning') => void
}

/**
 * Deletes the files of a scenario, except the file at a path, and logs their numbers and the folders whose files stay.
 * Files of production always stay. Throws `folder_unusable` and the errors of the object store.
 */
export async function deleteFiles(
  { settings, control, log }: Places,
  scenario: string,
  except?: string,
): Promise<void> {
  if (scenario === productionScenario) return
  const scenarios = (await listScenarios(control)).map(({ name }) => name)
  const { counts, kept } = await deleteScenarioFiles(settings, { scenario, scenarios, except })
  if (counts.size > 0) {
    const numbers = [...counts].map(([folder, count]) => `${folder} ${count}`).join(', ')
    log(`Deleted the files of "${scenario}", by folder: ${numbers}.`)
  }
  for (const { path, reason } of kept) {
    const why =
      reason === 'shared'
        ? `the folder does not belong to "${scenario}" alone`
        : 'the folder is not the default one'
    log(
      `The files in ${path} stay, because ${why}. Delete those that the next users of "${scenario}" must not see.`,
      'warning',
    )
  }
}

/**
 * Deletes the files of a scenario that has just been released or deleted. A failure is a warning, because the data is
 * gone already.
 */
export async function deleteFilesAfter(
  { service: { settings, control }, log }: Pick<TaskContext, 'service' | 'log'>,
  scenario: string,
): Promise<void> {
  await deleteFiles({ settings, control, log }, scenario).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error
    log(
      `The files of "${scenario}" are not deleted: ${error.message} They are deleted before a scenario of this name gets data again.`,
      'warning',
    )
  })
}
