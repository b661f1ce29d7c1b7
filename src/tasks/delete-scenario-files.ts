/** Deletes the files of a scenario whose data a task deletes, so that the next user of the scenario cannot read them. */
import { deleteScenarioFiles } from '../files/folders/scenario-files.ts'
import { listScenarios } from '../scenarios/registry.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { TaskContext } from './definition.ts'

type Context = Pick<TaskContext, 'service' | 'log'>

/** Deletes the files of a scenario and logs their numbers. Throws `folder_unusable` and the errors of the object store. */
export async function deleteFiles({ service, log }: Context, scenario: string): Promise<void> {
  const others = (await listScenarios(service.control)).map(({ name }) => name)
  const { counts, kept } = await deleteScenarioFiles(service.settings, scenario, others)
  if (counts.size > 0) {
    const numbers = [...counts].map(([folder, count]) => `${folder} ${count}`).join(', ')
    log(`Deleted the files of "${scenario}", by folder: ${numbers}.`)
  }
  for (const path of kept) {
    log(`The files in ${path} stay, because the folder does not belong to "${scenario}" alone.`, 'warning')
  }
}

/**
 * Deletes the files of a scenario that has just been released or deleted. A failure is a warning: the data is gone
 * already, and a copy into the scenario deletes the files first.
 */
export async function deleteFilesAfter(context: Context, scenario: string): Promise<void> {
  await deleteFiles(context, scenario).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error
    context.log(
      `The files of "${scenario}" are not deleted: ${error.message} The next copy into it deletes them first.`,
      'warning',
    )
  })
}

/** Deletes files that a free scenario still has, before data is copied or restored to it. */
export async function deleteFilesIfFree(context: Context, scenario: string): Promise<void> {
  const found = (await listScenarios(context.service.control)).find(({ name }) => name === scenario)
  if (found?.status === 'Free') await deleteFiles(context, scenario)
}
