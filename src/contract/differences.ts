/** Endpoints of the scenarios of a user, of the differences of two scenarios, and of merging them. */
import { maxEdits } from '../model/proposals.ts'
import { answers, defineEndpoints, needed, optional, pageCursor, pageLimit, pageOffset } from './endpoint.ts'
import { countsByEntity } from './history.ts'
import { changeSetFields, proposalTitle, recordName } from './record-parts.ts'
import { proposalTexts } from './proposals.ts'
import { proposalsTag as tag, screensTag } from './tags.ts'
import {
  anything,
  closed,
  either,
  flag,
  integer,
  limited,
  listOf,
  mapOf,
  means,
  moment,
  nullable,
  object,
  oneOf,
  text,
} from './schemas.ts'

const access = { ofUser: true } as const
const path = {
  a: needed('The first scenario; the one whose changes are merged.', text),
  b: needed('The second scenario; the one that they are merged into.', text),
}
const base = oneOf(['ancestor', 'none'])
const name = limited(text, { minLength: 1 })

const differentFields = {
  entity: text,
  key: means(text, 'The key, or the natural key as a JSON list.'),
  key_a: means(nullable(text), 'Key in the first scenario; null if it does not exist there.'),
  key_b: nullable(text),
  changed: means(oneOf(['a', 'b', 'both']), 'Who changed it since; with a base only.'),
  changeset: means(
    nullable(integer),
    'The entry of the audit of the first scenario that changed it last; with a base only. Null if none did, missing if it is unknown.',
  ),
  conflict: means(
    flag,
    'Both sides changed the same values differently, or one side deleted a record that the other changed.',
  ),
  fields: means(
    mapOf(object({ base: anything, a: anything, b: anything }, ['base', 'a', 'b'])),
    'Values that differ, by field.',
  ),
}
/** Members of differences without a base. */
const withoutBase = ['changed', 'conflict', 'changeset'] as const

/** The changes to merge: the union of what is given, all if nothing is. */
const mergeChoice = {
  entities: means(listOf(text), 'Only these entities.'),
  records: limited(listOf(object({ entity: name, key: name })), {
    description: 'Only these records, identified as in the comparison.',
    minItems: 1,
    maxItems: maxEdits,
  }),
  changesets: limited(listOf(integer), {
    description: 'Only records that these entries of the audit of the first scenario changed last.',
    minItems: 1,
    maxItems: maxEdits,
  }),
  base: means(base, '`none` takes all that differs, as if nothing were known of before.'),
}
const mergeChoiceNames = ['entities', 'records', 'changesets', 'base'] as const
const neededCount = means(integer, 'Number of edits that were not chosen, but are needed by the chosen ones.')

export const differenceEndpoints = defineEndpoints({
  'GET /api/scenarios/': {
    id: 'scenarios',
    tag: screensTag,
    summary: 'List scenarios with their origin, size, users and latest plan',
    access,
    answers: {
      200: answers(
        'Those that the user may open; free ones for those who may copy.',
        listOf(
          object({
            name: text,
            label: text,
            status: oneOf(['Free', 'In use', 'Busy']),
            open: flag,
            production: flag,
            rights: object({ superuser: flag, label: flag, copy: flag, release: flag, promote: flag }),
            kept: means(
              nullable(oneOf(['undo', 'redo'])),
              'What the data that is kept of the last promotion allows, for those who may promote to it; null if none is kept.',
            ),
            size: means(
              nullable(integer),
              'Bytes on the disk; null if free, and while the database server cannot be reached.',
            ),
            home: means(
              nullable(text),
              'Database server that has the data; null if all scenarios are on one server.',
            ),
            servers: means(
              listOf(text),
              'Database servers on which a copy can be put; empty if there is only one.',
            ),
            origin: nullable(object({ task: integer, source: nullable(text), by: nullable(text), at: text })),
            last_plan: nullable(
              object({
                task: means(nullable(integer), 'The run that made it; null for an accepted trial.'),
                status: text,
                at: means(text, 'When it was stored.'),
                message: nullable(text),
              }),
            ),
            users: means(
              nullable(listOf(object({ username: text, superuser: flag }))),
              'For those who administer users there.',
            ),
          }),
        ),
      ),
    },
  },
  'GET /api/scenarios/{a}/difference/{b}/': {
    id: 'scenario_difference',
    tag,
    summary: 'Compare two scenarios record by record',
    description:
      'What people make is compared: orders that the plan proposes are left out, as is what planning makes, unless `entity` names it. `method` says how an entity was compared: by both change logs, by the data with the log of one side, or by the data alone, where nothing is known of before.',
    access,
    path,
    query: {
      entity: optional('Only these entities, separated by commas.', text),
      base: optional('`ancestor` tells the values of before, and who changed what.', base),
      changed: optional('Only records changed by this side, or conflicts.', oneOf(['a', 'b', 'conflict'])),
      changeset: optional(
        'Only records that this entry of the audit of the first scenario changed last; requires `base=ancestor`.',
        integer,
      ),
      limit: pageLimit(1_000, 100),
      offset: pageOffset(1_000_000_000),
      format: optional(
        'All records as a file: `json`, or `csv` with one line per value.',
        oneOf(['json', 'csv']),
      ),
    },
    answers: {
      200: {
        ...answers(
          'A page of records, or all of them as a file.',
          either(
            object(
              {
                a: text,
                b: text,
                ancestor: means(
                  object({ kind: oneOf(['copy', 'merge']), scenario: text, changeset: integer, at: moment }),
                  'The state from which both have gone on; missing where it is unknown.',
                ),
                entities: listOf(
                  object(
                    {
                      entity: text,
                      label: text,
                      records: integer,
                      method: oneOf(['log', 'data', 'alone']),
                      mergeable: flag,
                      changed_a: integer,
                      changed_b: integer,
                      conflicts: integer,
                    },
                    ['changed_a', 'changed_b', 'conflicts'],
                  ),
                ),
                decisions: means(
                  listOf(
                    object({
                      ...changeSetFields,
                      title: proposalTitle,
                      records: means(integer, 'Number of different records that it changed last.'),
                      entities: countsByEntity,
                    }),
                  ),
                  'What the first scenario decided since: the entries of its audit behind the differences, newest first, at most 200; with a base only.',
                ),
                count: means(integer, 'Number of records that match the filter.'),
                records: listOf(
                  object({ ...differentFields, label: text, route: text, title: text }, withoutBase),
                ),
              },
              ['ancestor', 'decisions'],
            ),
            listOf(object(differentFields, withoutBase)),
          ),
        ),
        alsoIn: ['text/csv'],
      },
    },
    errors: ['409'],
  },
  'GET /api/scenarios/{scenario}/overwritten/': {
    id: 'overwritten_edits',
    tag,
    summary: 'List the edits of production that a promotion overwrites, or that its undo sets aside',
    description:
      'Edits that were undone are not counted, and neither is what planning writes. Contains only edits of records that the user may view; entries also require the right to view the audit. Requires the right to promote.',
    access,
    path: { scenario: needed('The scenario whose data is replaced: production.', text) },
    query: {
      by: optional(
        'The scenario to promote. Without it: the edits since the last promotion, or since its undo, which undoing or redoing it sets aside.',
        text,
      ),
      cursor: pageCursor,
      limit: pageLimit(500, 50),
    },
    answers: {
      200: answers(
        'Their numbers, and the entries of the audit that contain them, newest first.',
        object({
          since: means(
            nullable(integer),
            'The last entry that the other data contains; null if no common state is known.',
          ),
          complete: means(
            flag,
            'Whether the history still contains all of them, and the user may view all kinds of records.',
          ),
          edits: means(nullable(integer), 'Number of edits; null if no common state is known.'),
          entities: countsByEntity,
          sets: listOf(object({ ...changeSetFields, entities: countsByEntity })),
          next: nullable(integer),
        }),
      ),
    },
    errors: ['409'],
  },
  'POST /api/scenarios/{a}/merge/{b}/': {
    id: 'merge_scenario',
    tag,
    summary: 'Propose the changes of the first scenario in the second scenario',
    description:
      'Changes that the chosen ones need are added: new records that they refer to, the parts of new records, and changes that remove references to deleted records. Values changed in both scenarios are conflicts of the proposal. Once all changes are applied, a later merge begins there.',
    access,
    path,
    body: closed(
      object({ ...mergeChoice, ...proposalTexts }, [...mergeChoiceNames, 'title', 'description', 'submit']),
    ),
    bodySize: 'batch',
    answers: {
      201: answers(
        'The proposal, with its number in the second scenario.',
        object({ proposal: integer, edits: integer, needed: neededCount, conflict_count: integer }),
      ),
      200: answers(
        'There are no changes to propose.',
        object({
          proposal: means(nullable(integer), 'Null.'),
          edits: integer,
          needed: neededCount,
          conflict_count: integer,
        }),
      ),
    },
    errors: ['409'],
  },
  'POST /api/scenarios/{a}/merge/{b}/needed/': {
    id: 'merge_needed',
    tag,
    summary: 'List the changes that a merge adds because the chosen changes need them',
    description: 'Nothing is stored.',
    access,
    path,
    body: closed(object(mergeChoice, mergeChoiceNames)),
    bodySize: 'batch',
    answers: {
      200: answers(
        'The first 1,000 of them, parents first, and their number.',
        object({ records: listOf(object(recordName)), count: integer }),
      ),
    },
    errors: ['409'],
  },
})
