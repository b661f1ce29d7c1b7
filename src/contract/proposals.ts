/** Endpoints of proposals: changes that are reviewed before they are applied. */
import { proposalEventKinds } from '../model/event-kinds.ts'
import { maxEdits, maxTextLength, maxTitleLength, proposalStates, takes } from '../model/proposals.ts'
import {
  answers,
  defineEndpoints,
  type Endpoint,
  needed,
  optional,
  otherwise,
  pageLimit,
  pageOffset,
} from './endpoint.ts'
import { conflictFields, namedUser, recordName } from './record-parts.ts'
import { leftOutFields } from './left-out-records.ts'
import { editFaultFields, editFields } from './plan-values.ts'
import {
  anyKey,
  closed,
  flag,
  integer,
  limited,
  lineOfText,
  listOf,
  means,
  moment,
  nullable,
  object,
  oneOf,
  record,
  text,
} from './schemas.ts'
import { proposalsTag as tag } from './tags.ts'

/** Members of bodies that create a proposal. */
export const proposalTexts = {
  title: limited(lineOfText, { maxLength: maxTitleLength }),
  description: limited(text, { maxLength: maxTextLength }),
  submit: means(flag, 'Whether to open it for review at once; else it is a draft.'),
}

const proposalFields = {
  id: integer,
  title: text,
  description: text,
  author: means(namedUser, 'Null for the command line.'),
  state: means(
    oneOf(proposalStates),
    '`undone`: the change set by which it was applied is undone; a redo of that makes it `applied` again.',
  ),
  source: means(
    object(
      {
        kind: oneOf(['edits', 'undo', 'merge']),
        changeset: integer,
        count: integer,
        scenario: text,
        key: text,
        part_of: integer,
        parts: listOf(integer),
      },
      ['changeset', 'count', 'scenario', 'key', 'part_of', 'parts'],
    ),
    'Origin of the proposal; `changeset` is the one that it undoes, or the first of `count`, `scenario` the one whose changes it merges, `key` the name of the API key of the program that made it. `part_of` is the proposal of which these edits were applied separately, `parts` are those of this one.',
  ),
  created: moment,
  lastmodified: moment,
  edits: means(integer, 'Number of records that it changes.'),
  summary: listOf(
    object({ entity: text, action: editFields.action, records: integer, label: text, route: nullable(text) }),
  ),
  reviewers: means(listOf(text), 'Groups whose approval is required.'),
  revision: means(integer, 'Incremented with every change of the edits; an approval is for one revision.'),
  changeset: means(nullable(integer), 'The entry of the audit by which it was applied.'),
}

const conflict = {
  edit: means(nullable(integer), 'Number of the edit; null for those of an undo.'),
  entity: text,
  key: nullable(text),
  ...conflictFields,
}
const checked = object({
  ...proposalFields,
  stale: means(flag, 'Whether edits conflict with later changes.'),
  conflicts: means(
    listOf(
      object({ ...conflict, label: text, route: text, title: text, records: listOf(object(recordName)) }),
    ),
    'The first ones; `conflict_count` counts all.',
  ),
  conflict_count: integer,
  ...leftOutFields,
  faults: means(
    listOf(
      object({
        ...editFaultFields,
        label: means(text, 'Name of the entity.'),
        title: means(text, 'Name of the record; empty for a new one without a key.'),
      }),
    ),
    'Edits that fail validation.',
  ),
  checked: means(flag, 'False if other users held the records for too long; faults are unknown then.'),
  approvals: object({ needed: listOf(text), missing: listOf(text) }),
  allowed: means(
    listOf(oneOf(['submit', 'approve', 'reject', 'withdraw', 'resolve', 'apply'])),
    'Actions that the user may take now.',
  ),
  parts: means(
    listOf(
      object({
        proposal: integer,
        changeset: nullable(integer),
        edits: integer,
        state: proposalFields.state,
      }),
    ),
    'Edits that were applied separately, each as a proposal of its own.',
  ),
  following: means(flag, 'Whether the inbox of the user reports changes of the proposal.'),
  followers: means(
    listOf(namedUser),
    'The first 100 followers; members of the groups that are asked for an approval follow it besides.',
  ),
  events: listOf(
    object({
      id: integer,
      created: moment,
      user: namedUser,
      kind: oneOf(proposalEventKinds),
      revision: integer,
      text,
    }),
  ),
})

const path = { proposal: needed('Number of the proposal.', integer) }
const current = answers('The proposal as it is now.', checked)
const comment = limited(text, { maxLength: maxTextLength })

/** Returns the endpoint of a decision. */
const decision = <const Id extends string>(id: Id, summary: string, description: string) =>
  ({
    id,
    tag,
    summary,
    description,
    path,
    body: closed(object({ comment }, ['comment'])),
    answers: { 200: current },
  }) as const satisfies Endpoint

/** Returns the endpoint that follows a proposal, or stops following it. */
const following = <const Id extends string>(id: Id, summary: string, description: string) =>
  ({
    id,
    tag,
    summary,
    description,
    path,
    answers: { 200: current },
  }) as const satisfies Endpoint

const side = oneOf(takes)
const name = limited(text, { minLength: 1 })

export const proposalEndpoints = defineEndpoints({
  'GET /api/proposals/': {
    id: 'list_proposals',
    tag,
    summary: 'List the proposals of a scenario, newest first',
    query: {
      state: optional('Only these states, separated by commas.', listOf(oneOf(proposalStates))),
      mine: otherwise('Only your own.', flag, false),
      entity: optional('Only those that edit records of this entity.', text),
      search: optional('Only those with this text in the title.', text),
      limit: pageLimit(500, 50),
      offset: pageOffset(1_000_000),
    },
    answers: {
      200: answers(
        'Proposals, and how many there are.',
        object({ count: integer, proposals: listOf(object(proposalFields)) }),
      ),
    },
  },
  'POST /api/proposals/': {
    id: 'create_proposal',
    tag,
    summary: 'Propose edits',
    description:
      'Stores edits without applying them. `base` holds the values that an edit was made against; without it the present ' +
      'values are taken. One record has one edit. What the edits hold is checked when the proposal is read and applied. ' +
      'Needs the right common.add_proposal, and the rights to view what is edited.',
    body: closed(
      object(
        {
          ...proposalTexts,
          title: limited(proposalTexts.title, { minLength: 1 }),
          edits: limited(
            listOf(
              closed(
                object({ ...editFields, base: means(record, 'Values before the edit, by field.') }, [
                  'key',
                  'fields',
                  'base',
                ]),
              ),
            ),
            { minItems: 1, maxItems: maxEdits },
          ),
        },
        ['description', 'submit'],
      ),
    ),
    bodySize: 'batch',
    answers: { 201: answers('The proposal.', object(proposalFields)) },
  },
  'GET /api/proposals/{proposal}/': {
    id: 'proposal',
    tag,
    summary: 'Get a proposal and the obstacles to applying it',
    path,
    answers: { 200: current },
  },
  'GET /api/proposals/{proposal}/edits/': {
    id: 'proposal_edits',
    tag,
    summary: 'List the edits of a proposal',
    path,
    query: {
      entity: optional('Only of this entity.', text),
      limit: pageLimit(1_000, 100),
      offset: pageOffset(10_000_000),
    },
    answers: {
      200: answers(
        'Edits of entities that you may view. Of an undo the first 10,000.',
        object({
          edits: listOf(
            object({
              number: integer,
              entity: text,
              label: text,
              route: text,
              action: editFields.action,
              key: nullable(text),
              title: text,
              fields: record,
              base: nullable(record),
              needs: means(
                listOf(integer),
                'Numbers of the edits without which it cannot be applied: they create a record that it refers to, or remove a reference to the one that it deletes.',
              ),
            }),
          ),
          more: flag,
        }),
      ),
    },
  },
  'POST /api/proposals/{proposal}/submit/': decision(
    'submit_proposal',
    'Open a draft for reviews',
    'For its author.',
  ),
  'POST /api/proposals/{proposal}/approve/': decision(
    'approve_proposal',
    'Approve a proposal',
    'For members of the groups that PROPOSALS_REQUIRED_FOR names, other than its author; where none is named, with the ' +
      'right common.approve_proposal.',
  ),
  'POST /api/proposals/{proposal}/reject/': decision(
    'reject_proposal',
    'Reject a proposal',
    'For users who may approve it.',
  ),
  'POST /api/proposals/{proposal}/withdraw/': decision(
    'withdraw_proposal',
    'Withdraw a proposal',
    'For its author.',
  ),
  'POST /api/proposals/{proposal}/comment/': {
    ...decision(
      'comment_proposal',
      'Comment on a proposal',
      'For all users who may see it. All followers are notified in the inbox.',
    ),
    body: closed(object({ comment: limited(comment, { minLength: 1 }) })),
    answers: { 201: current },
  },
  'POST /api/proposals/{proposal}/follow/': following(
    'follow_proposal',
    'Follow a proposal',
    'For all users who may see it. The inbox reports comments, decisions, conflicts with later changes, and when it is ' +
      'applied. Authors, reviewers and commenters follow a proposal automatically.',
  ),
  'POST /api/proposals/{proposal}/unfollow/': following(
    'unfollow_proposal',
    'Unfollow a proposal',
    'The inbox does not report it until the user follows it again or comments on it.',
  ),
  'POST /api/proposals/{proposal}/resolve/': {
    id: 'resolve_proposal',
    tag,
    summary: 'Resolve conflicts of a proposal',
    description:
      'Either `take` for all conflicts, or `choices` for single values (`field`) and whole records. `present` keeps what is ' +
      'there, `proposed` overwrites it, `base` restores the value of before. Approvals given before do not count any more.',
    path,
    body: closed(
      object(
        {
          take: side,
          choices: limited(
            listOf(
              closed(
                object({ entity: name, key: limited(anyKey, { minLength: 1 }), field: name, take: side }, [
                  'field',
                ]),
              ),
            ),
            { maxItems: maxEdits },
          ),
        },
        ['take', 'choices'],
      ),
    ),
    bodySize: 'batch',
    answers: { 200: current },
  },
  'POST /api/proposals/{proposal}/apply/': {
    id: 'apply_proposal',
    tag,
    summary: 'Apply a proposal',
    description:
      'In one transaction and one change set, or nothing. Without a body all of it; `edits` and `except` choose some of its ' +
      'edits, which become a proposal of their own, while the others stay open. Edits that need others are applied with ' +
      'them only; at most 2,000 can be chosen. Needs the rights of the edits, and the approvals that are needed.',
    path,
    body: closed(
      object(
        {
          edits: means(
            limited(listOf(integer), { minItems: 1, maxItems: maxEdits }),
            'Numbers of the edits to apply; all by default.',
          ),
          except: means(
            limited(listOf(integer), { maxItems: maxEdits }),
            'Numbers of edits that stay open; all are applied if it is empty.',
          ),
        },
        ['edits', 'except'],
      ),
    ),
    bodySize: 'batch',
    answers: {
      200: answers(
        'Applied.',
        object({
          changeset: means(nullable(integer), 'Null if there was nothing to change.'),
          proposal: means(
            integer,
            'The proposal with the applied edits: a new one if only some were chosen.',
          ),
          ...leftOutFields,
        }),
      ),
      202: answers('A task applies it: it has more than 2,000 edits.', object({ taskid: integer })),
    },
  },
})
