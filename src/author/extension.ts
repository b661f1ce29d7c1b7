/**
 * The only module that authors of extension modules import, as `planning-service/extension`: declarations of a
 * module, and the API of its tasks. Everything else may change with any release.
 */
import type { ExtensionDefinition } from '../extensions/definition.ts'
import type { TaskDefinition } from '../tasks/definition.ts'

/**
 * Declares what a module adds. The entry of the module exports it: `export const extension = defineExtension({ … })`.
 * The declaration is validated when the service starts; errors name the module, the part and the reason.
 */
export function defineExtension(
  definition: ExtensionDefinition<TaskDefinition>,
): ExtensionDefinition<TaskDefinition> {
  return definition
}

// Types for declarations.
export type {
  AddedTask,
  DataExport,
  ExtensionDefinition,
  MenuItem,
  ModuleTexts,
  ModuleTranslations as Translations,
  ParameterTexts,
  Report,
  TaskTexts,
} from '../extensions/definition.ts'
export * from '../model/define.ts'
export { defineEntity, type Entity, type EntityDeclaration } from '../model/entity.ts'
export type { Field } from '../model/field.ts'
export type { LabelTexts } from '../model/labels/labels.ts'
export { defineTask, type TaskContext, type TaskDefinition } from '../tasks/definition.ts'
/** Schema types of parameters. */
export { Type } from 'typebox'

// Types and errors for tasks.
export { ServiceError } from './module-error.ts'
export { type Model, requireEntity } from '../model/model.ts'
export type { ControlDatabase, Database, ScenarioDatabase } from '../database/database.ts'
export { identifier, literal, qualified } from '../database/identifiers.ts'
export type { DataContext } from '../data/context.ts'
export { databaseOf, relationOf } from '../data/relation.ts'
export { wallClock } from '../data/time-zone.ts'
export { loggedDelete, loggedUpdate } from '../data/write/log/logged.ts'
export type { WriteRequest, WriteResult } from '../data/write/request.ts'
export {
  type OpenRelease,
  openReleases,
  type OrderReceipt,
  recordReceipts,
} from '../planning/release/order-receipts.ts'
export { writeInTransaction } from '../data/write/write-in-transaction.ts'
export { sendMessage } from '../tasks/webhooks/send-message.ts'
export { writeRecords } from '../data/write/write-records.ts'
