/** Operations of the OpenAPI document for the differences of scenarios. */
import { proposalsTag } from './proposal-paths.ts'
import {
  answers,
  anything,
  flag,
  inPath,
  integer,
  json,
  listOf,
  mapOf,
  means,
  moment,
  object,
  operationsOf,
  orNull,
  problems,
  query,
  takes,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const ancestor: Schema = {
  ...object({
    kind: means({ ...text, enum: ['copy', 'merge'] }, 'Whether the common base is a copy or a merge.'),
    scenario: text,
    changeset: integer,
    at: moment,
  }),
  description: 'The state from which both have gone on; not there where it is unknown.',
}
const pair = [
  inPath('a', 'The first scenario; the one whose changes are merged.'),
  inPath('b', 'The second scenario; the one that they are merged into.'),
]
const record = object(
  {
    entity: text,
    label: text,
    route: text,
    title: text,
    key: means(text, 'The key, or the natural key as a JSON list.'),
    key_a: means(orNull('string'), 'Key in the first scenario; null if it does not exist there.'),
    key_b: orNull('string'),
    changed: means({ ...text, enum: ['a', 'b', 'both'] }, 'Who changed it since; with a base only.'),
    conflict: means(
      flag,
      'Both sides changed the same values differently, or one side deleted a record that the other changed.',
    ),
    fields: means(
      mapOf(object({ base: anything, a: anything, b: anything }, ['base'])),
      'Values that differ, by field.',
    ),
  },
  ['changed', 'conflict'],
)

const operation = operationsOf(proposalsTag)

export const differencePaths: Readonly<Record<string, Schema>> = {
  '/api/scenarios/{a}/difference/{b}/': {
    get: operation('scenario_difference', 'Compare two scenarios record by record', {
      description:
        'What people make is compared: orders that the plan proposes are left out, as is what planning makes, unless `entity` names it. `method` says how an entity was compared: by both change logs, by the data with the log of one side, or by the data alone, where nothing is known of before.',
      parameters: [
        ...pair,
        query('entity', 'Only these entities, separated by commas.'),
        query('base', '`ancestor` tells the values of before, and who changed what.', {
          ...text,
          enum: ['ancestor', 'none'],
        }),
        query('changed', 'Only records changed by this side, or conflicts.', {
          ...text,
          enum: ['a', 'b', 'conflict'],
        }),
        query('limit', 'Maximum number of results.', { ...integer, minimum: 1, maximum: 1000, default: 100 }),
        query('offset', 'Number of results to skip.', { ...integer, minimum: 0, default: 0 }),
        query('format', 'All records as a file: `json`, or `csv` with one line per value.', {
          ...text,
          enum: ['json', 'csv'],
        }),
      ],
      responses: {
        '200': {
          description: 'A page of records, or all of them as a file.',
          content: {
            ...json({
              oneOf: [
                object(
                  {
                    a: text,
                    b: text,
                    ancestor,
                    entities: listOf(
                      object(
                        {
                          entity: text,
                          label: text,
                          records: integer,
                          method: { ...text, enum: ['log', 'data', 'alone'] },
                          mergeable: flag,
                          changed_a: integer,
                          changed_b: integer,
                          conflicts: integer,
                        },
                        ['changed_a', 'changed_b', 'conflicts'],
                      ),
                    ),
                    count: means(integer, 'Number of records that match the filter.'),
                    records: listOf(record),
                  },
                  ['ancestor'],
                ),
                listOf(record),
              ],
            }),
            'text/csv': { schema: text },
          },
        },
        ...problems('400', '403', '404', '409'),
      },
    }),
  },
  '/api/scenarios/{a}/merge/{b}/': {
    parameters: pair,
    post: operation('merge_scenario', 'Propose the changes of the first scenario in the second scenario', {
      description:
        'Values changed in both scenarios are conflicts of the proposal. Once all changes are applied, a later merge begins there.',
      requestBody: takes(
        object(
          {
            entities: means(listOf(text), 'Only these entities.'),
            records: means(
              listOf(object({ entity: text, key: text })),
              'Only these records, identified as in the comparison.',
            ),
            base: means(
              { ...text, enum: ['ancestor', 'none'] },
              '`none` takes all that differs, as if nothing were known of before.',
            ),
            title: text,
            description: text,
            submit: means(flag, 'Whether to submit the proposal at once.'),
          },
          ['entities', 'records', 'base', 'title', 'description', 'submit'],
        ),
      ),
      responses: {
        '200': answers(
          'There are no changes to propose.',
          object({ proposal: { type: 'null' }, edits: integer, conflict_count: integer }),
        ),
        '201': answers(
          'The proposal.',
          object({
            proposal: means(integer, 'Its number in the second scenario.'),
            edits: integer,
            conflict_count: integer,
          }),
        ),
        ...problems('400', '403', '404', '409'),
      },
    }),
  },
}
