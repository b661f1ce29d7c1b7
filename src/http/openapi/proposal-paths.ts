/** Operations of the OpenAPI document for proposals. */
import { editFields } from '../../contract/plan-values.ts'
import { proposalEventKinds } from '../../model/event-kinds.ts'
import { conflictFields, recordName } from './history-paths.ts'
import {
  answers,
  anything,
  flag,
  inPath,
  integer,
  limit,
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

export const proposalsTag = 'proposals'

const state: Schema = { ...text, enum: ['draft', 'open', 'approved', 'applied', 'rejected', 'withdrawn'] }
const user: Schema = { ...object({ id: integer, username: text }, ['username']), type: ['object', 'null'] }
const action: Schema = { ...text, enum: ['create', 'update', 'delete'] }
const values = mapOf(anything)

const proposalFields = {
  id: integer,
  title: text,
  description: text,
  author: means(user, 'Null for the command line.'),
  state,
  source: means(
    object(
      { kind: { ...text, enum: ['edits', 'undo', 'merge'] }, changeset: integer, scenario: text, key: text },
      ['changeset', 'scenario', 'key'],
    ),
    'Origin of the proposal; `changeset` is the one that it undoes, `scenario` the one whose changes it merges, `key` the name of the API key of the program that made it.',
  ),
  created: moment,
  lastmodified: moment,
  edits: means(integer, 'Number of records that it changes.'),
  summary: listOf(object({ entity: text, action, records: integer, label: text, route: orNull('string') })),
  reviewers: means(listOf(text), 'Groups whose approval is required.'),
  revision: means(integer, 'Incremented with every change of the edits; an approval is for one revision.'),
  changeset: means(orNull('integer'), 'The entry of the audit by which it was applied.'),
}

const conflict = object({
  edit: means(orNull('integer'), 'Number of the edit; null for those of an undo.'),
  entity: text,
  label: text,
  route: text,
  key: orNull('string'),
  title: text,
  problem: { ...text, enum: ['changed', 'deleted', 'exists', 'referenced', 'missing', 'circle'] },
  fields: conflictFields,
  records: listOf(object(recordName, ['label', 'route', 'title'])),
})
const fault = object({
  edit: integer,
  entity: text,
  key: { type: ['string', 'integer', 'null'] },
  field: text,
  code: text,
  message: text,
})

const proposal = object(proposalFields)
const checked = object({
  ...proposalFields,
  stale: means(flag, 'Whether edits conflict with later changes.'),
  conflicts: means(listOf(conflict), 'The first ones; `conflict_count` counts all.'),
  conflict_count: integer,
  faults: means(listOf(fault), 'Edits that fail validation.'),
  checked: means(flag, 'False where others held the records for too long; faults are unknown then.'),
  approvals: object({ needed: listOf(text), missing: listOf(text) }),
  allowed: means(
    listOf({ ...text, enum: ['submit', 'approve', 'reject', 'withdraw', 'resolve', 'apply'] }),
    'Actions that you may take now.',
  ),
  following: means(flag, 'Whether your inbox reports changes of the proposal.'),
  followers: means(
    listOf(user),
    'The first 100 who follow it; members of the groups that are asked for an approval follow it besides.',
  ),
  events: listOf(
    object({
      id: integer,
      created: moment,
      user,
      kind: { ...text, enum: [...proposalEventKinds] },
      revision: integer,
      text,
    }),
  ),
})

const proposalId = [inPath('proposal', 'Number of the proposal.', integer)]
const offset = query('offset', 'Number of results to skip.', {
  ...integer,
  minimum: 0,
  default: 0,
})

const operation = operationsOf(proposalsTag)

const decision = (word: string, summary: string, description: string): Schema => ({
  parameters: proposalId,
  post: operation(`${word}_proposal`, summary, {
    description,
    requestBody: takes(object({ comment: text }, word === 'comment' ? [] : ['comment'])),
    responses: {
      [word === 'comment' ? '201' : '200']: answers('The proposal as it is now.', checked),
      ...problems('400', '403', '404', '409'),
    },
  }),
})

const following = (word: string, summary: string, description: string): Schema => ({
  parameters: proposalId,
  post: operation(`${word}_proposal`, summary, {
    description,
    responses: { '200': answers('The proposal.', checked), ...problems('403', '404') },
  }),
})

export const proposalPaths: Readonly<Record<string, Schema>> = {
  '/api/proposals/': {
    get: operation('list_proposals', 'List the proposals of a scenario, newest first', {
      parameters: [
        query('state', 'Only these states, separated by commas.'),
        query('mine', 'Only your own.', flag),
        query('entity', 'Only those that edit records of this entity.'),
        query('search', 'Only those with this text in the title.'),
        limit(500, 50),
        offset,
      ],
      responses: {
        '200': answers(
          'Proposals, and how many there are.',
          object({ count: integer, proposals: listOf(proposal) }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
    post: operation('create_proposal', 'Propose edits', {
      description:
        'Stores edits without applying them. `base` holds the values that an edit was made against; without it the present ' +
        'values are taken. One record has one edit. What the edits hold is checked when the proposal is read and applied. ' +
        'Needs the right common.add_proposal, and the rights to view what is edited.',
      requestBody: takes(
        object(
          {
            title: { ...text, maxLength: 200 },
            description: { ...text, maxLength: 10_000 },
            edits: {
              ...listOf(
                object({ ...editFields, base: means(values, 'Values before the edit, by field.') }, [
                  'key',
                  'fields',
                  'base',
                ]),
              ),
              maxItems: 10_000,
            },
            submit: means(flag, 'Whether to open it for review at once; else it is a draft.'),
          },
          ['description', 'submit'],
        ),
      ),
      responses: {
        '201': answers('The proposal.', proposal),
        ...problems('400', '403', '404', '409', '413'),
      },
    }),
  },
  '/api/proposals/{proposal}/': {
    parameters: proposalId,
    get: operation('proposal', 'Get a proposal and the obstacles to applying it', {
      responses: { '200': answers('The proposal.', checked), ...problems('403', '404') },
    }),
  },
  '/api/proposals/{proposal}/edits/': {
    parameters: proposalId,
    get: operation('proposal_edits', 'List the edits of a proposal', {
      parameters: [query('entity', 'Only of this entity.'), limit(1_000, 100), offset],
      responses: {
        '200': answers(
          'Edits of entities that you may view. Of an undo the first 10,000.',
          object({
            edits: listOf(
              object({
                number: integer,
                entity: text,
                label: text,
                route: text,
                action,
                key: orNull('string'),
                title: text,
                fields: values,
                base: { ...values, type: ['object', 'null'] },
              }),
            ),
            more: flag,
          }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/proposals/{proposal}/submit/': decision('submit', 'Open a draft for reviews', 'For its author.'),
  '/api/proposals/{proposal}/approve/': decision(
    'approve',
    'Approve a proposal',
    'For members of the groups that PROPOSALS_REQUIRED_FOR names, other than its author; where none is named, with the ' +
      'right common.approve_proposal.',
  ),
  '/api/proposals/{proposal}/reject/': decision(
    'reject',
    'Reject a proposal',
    'For those who may approve it.',
  ),
  '/api/proposals/{proposal}/withdraw/': decision('withdraw', 'Withdraw a proposal', 'For its author.'),
  '/api/proposals/{proposal}/comment/': decision(
    'comment',
    'Comment on a proposal',
    'For all users who may see it. All followers are notified in the inbox.',
  ),
  '/api/proposals/{proposal}/follow/': following(
    'follow',
    'Follow a proposal',
    'For everybody who may see it. Comments, decisions, conflicts with what others have written since, and that it was ' +
      'applied are told in your inbox. Authors and all who have had to do with a proposal follow it by themselves.',
  ),
  '/api/proposals/{proposal}/unfollow/': following(
    'unfollow',
    'Unfollow a proposal',
    'Your inbox tells nothing of it any more, until you follow it again or comment on it.',
  ),
  '/api/proposals/{proposal}/resolve/': {
    parameters: proposalId,
    post: operation('resolve_proposal', 'Resolve conflicts of a proposal', {
      description:
        'Either `take` for all conflicts, or `choices` for single values (`field`) and whole records. `present` keeps what is ' +
        'there, `proposed` overwrites it, `base` restores the value of before. Approvals given before do not count any more.',
      requestBody: takes(
        object(
          {
            take: { ...text, enum: ['base', 'present', 'proposed'] },
            choices: listOf(
              object(
                {
                  entity: text,
                  key: text,
                  field: text,
                  take: { ...text, enum: ['base', 'present', 'proposed'] },
                },
                ['field'],
              ),
            ),
          },
          ['take', 'choices'],
        ),
      ),
      responses: {
        '200': answers('The proposal as it is now.', checked),
        ...problems('400', '403', '404', '409', '413'),
      },
    }),
  },
  '/api/proposals/{proposal}/apply/': {
    parameters: proposalId,
    post: operation('apply_proposal', 'Apply a proposal', {
      description:
        'All of it in one transaction and one change set, or nothing. Needs the rights of its edits, and the approvals that ' +
        'are needed. Where it conflicts with what was written since, 409 with the conflicts.',
      responses: {
        '200': answers(
          'Applied.',
          object({ changeset: means(orNull('integer'), 'Null if there was nothing to change.') }),
        ),
        '202': answers('A task applies it: it has more than 2,000 edits.', object({ taskid: integer })),
        ...problems('400', '403', '404', '409'),
      },
    }),
  },
}
