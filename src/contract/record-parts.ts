/** Parts of responses about changed records: their names, the entries of the audit, and conflicts. */
import { anything, integer, listOf, mapOf, means, moment, nullable, object, oneOf, text } from './schemas.ts'

/** A user; a deleted one has no name. */
export const namedUser = nullable(object({ id: integer, username: text }, ['username']))

/** Members of an entry of the audit. */
export const changeSetFields = {
  changeset: integer,
  created: moment,
  user: means(namedUser, 'Null for the service itself and the command line.'),
  channel: oneOf(['api', 'ui', 'import', 'fixture', 'task', 'command']),
  origin: means(nullable(text), 'Task, file, dataset, `proposal <number>` or `remedy <kind> <sales order>`.'),
}

/** Title of the proposal that an entry of the audit applied. */
export const proposalTitle = means(
  nullable(text),
  'Title of the proposal that it applied; null for other entries and for proposals that the user may not see.',
)

/** Members that name a record in the language of the user. */
export const recordName = { entity: text, label: text, route: text, key: text, title: text }

/** Members of conflicts of undos and of proposals. */
export const conflictFields = {
  problem: oneOf(['changed', 'deleted', 'exists', 'referenced', 'missing', 'circle']),
  fields: means(
    mapOf(object({ base: anything, present: anything, proposed: anything })),
    'Values that were changed later, by field: `base` is the value before, `present` the current one.',
  ),
}

export const undoConflict = object({
  ...recordName,
  ...conflictFields,
  records: means(
    listOf(object(recordName)),
    'Records that refer to it, that are missing, or that have its key.',
  ),
  latest: means(
    nullable(object(changeSetFields)),
    'The latest change by others that conflicts: of these fields, or the deletion or creation of the record. Null if there is none or if it is no longer logged.',
  ),
})
