/** Proposals: changes that are reviewed before they are applied. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { proposalEventKinds } from '../../../../src/model/event-kinds.ts'
import { getJson, sendJson } from './client.ts'
import { scenarioPath, withQuery } from './paths.ts'
import { call } from './endpoints.ts'
import type { PlanEdit } from './plan-trials.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  otherwise,
  type Shaped,
  table,
  text,
} from './shape.ts'
import { conflictFields } from './undo.ts'

/** Permission to create proposals. */
export const mayPropose = 'common.add_proposal'

export const proposalStates = ['draft', 'open', 'approved', 'applied', 'rejected', 'withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]

const userShape = nullable(object({ username: optional(text) }))
const actionShape = oneOf('create', 'update', 'delete')

const proposalFields = {
  id: number,
  title: text,
  description: text,
  /** Null for the command line; without a name if the account was deleted. */
  author: userShape,
  state: oneOf(...proposalStates),
  created: text,
  lastmodified: text,
  edits: number,
  /** `key` is the API key of the program that created the proposal, such as an assistant. */
  source: object({
    kind: oneOf('edits', 'undo', 'merge'),
    scenario: optional(text),
    changeset: optional(number),
    key: optional(text),
  }),
  summary: list(object({ entity: text, label: text, action: actionShape, records: number })),
  changeset: nullable(number),
}

const proposalShape = object(proposalFields)

const checkedShape = object({
  ...proposalFields,
  conflicts: list(object({ ...conflictFields, edit: nullable(number), key: nullable(text) })),
  conflict_count: number,
  faults: list(object({ entity: text, field: text, message: text, edit: number })),
  checked: boolean,
  approvals: object({ needed: list(text), missing: list(text) }),
  allowed: list(oneOf('submit', 'approve', 'reject', 'withdraw', 'resolve', 'apply')),
  following: boolean,
  followers: list(userShape),
  events: list(
    object({
      id: number,
      created: text,
      user: userShape,
      kind: oneOf(...proposalEventKinds),
      text,
    }),
  ),
})

const editShape = object({
  number,
  entity: text,
  label: text,
  route: text,
  action: actionShape,
  key: nullable(text),
  title: text,
  fields: table(anything),
  base: nullable(table(anything)),
})

export type Proposal = Shaped<typeof proposalShape>
export type CheckedProposal = Shaped<typeof checkedShape>
export type ProposalConflict = CheckedProposal['conflicts'][number]
export type ProposedEdit = Shaped<typeof editShape>
export type ProposalAction = CheckedProposal['allowed'][number]
export type Take = 'base' | 'present' | 'proposed'

/** Decision about a conflict. */
export interface Choice {
  readonly entity: string
  readonly key: string
  readonly field?: string
  readonly take: Take
}

export interface ProposalFilter {
  readonly state?: string
  readonly mine?: '1'
  readonly search?: string
}

const path = (scenario: string, rest = ''): string => scenarioPath(scenario, `/api/proposals/${rest}`)

export const proposalsKey = (scenario: string) => ['proposals', scenario] as const

const page = 50

export const proposalsQuery = (scenario: string, filter: ProposalFilter) =>
  infiniteQueryOptions({
    queryKey: [...proposalsKey(scenario), 'list', filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      getJson(
        withQuery(path(scenario), { ...filter, limit: page, offset: pageParam }),
        object({ count: number, proposals: list(proposalShape) }),
        { signal },
      ),
    getNextPageParam: ({ proposals }, _pages, offset) =>
      proposals.length < page ? undefined : offset + page,
  })

export const proposalQuery = (scenario: string, id: number) =>
  queryOptions({
    queryKey: [...proposalsKey(scenario), id],
    queryFn: ({ signal }) => getJson(path(scenario, `${id}/`), checkedShape, { signal }),
    retry: false,
  })

export const proposalEditsQuery = (scenario: string, id: number, limit: number) =>
  queryOptions({
    queryKey: [...proposalsKey(scenario), id, 'edits', limit],
    queryFn: ({ signal }) =>
      getJson(
        withQuery(path(scenario, `${id}/edits/`), { limit }),
        object({ edits: list(editShape), more: boolean }),
        { signal },
      ),
  })

export const proposalConsequencesQuery = (scenario: string, id: number) =>
  queryOptions({
    queryKey: [...proposalsKey(scenario), id, 'consequences'],
    queryFn: ({ signal }) =>
      call('GET /api/proposals/{proposal}/consequences/', { path: { proposal: id } }, { scenario, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** An edit with the values of the record at the time of editing. */
export interface EditWithBase extends PlanEdit {
  readonly base?: Readonly<Record<string, unknown>>
}

/** Creates a proposal. Throws `ApiError`. */
export const createProposal = (
  scenario: string,
  body: {
    readonly title: string
    readonly description: string
    readonly submit: boolean
    readonly edits: readonly EditWithBase[]
  },
): Promise<Proposal> => sendJson('POST', path(scenario), body, proposalShape)

/** Creates a proposal that undoes a change set, open for reviews, and returns its id. Throws `ApiError`. */
export const proposeUndo = async (scenario: string, changeset: number): Promise<number> => {
  const address = scenarioPath(scenario, `/api/audit/${changeset}/undo/?submit=1`)
  return (await sendJson('POST', address, undefined, object({ proposal: number }))).proposal
}

/** Approves, rejects or otherwise decides a proposal, or comments on it. Throws `ApiError`. */
export const decideProposal = (
  scenario: string,
  id: number,
  action: 'submit' | 'approve' | 'reject' | 'withdraw' | 'comment',
  comment: string,
): Promise<CheckedProposal> => sendJson('POST', path(scenario, `${id}/${action}/`), { comment }, checkedShape)

/** Subscribes the user to messages about a proposal, or unsubscribes. Throws `ApiError`. */
export const followProposal = (scenario: string, id: number, follows: boolean): Promise<CheckedProposal> =>
  sendJson('POST', path(scenario, `${id}/${follows ? 'follow' : 'unfollow'}/`), undefined, checkedShape)

/** Stores decisions about conflicts. Throws `ApiError`. */
export const resolveProposal = (
  scenario: string,
  id: number,
  choices: readonly Choice[],
): Promise<CheckedProposal> => sendJson('POST', path(scenario, `${id}/resolve/`), { choices }, checkedShape)

/**
 * Applies a proposal: immediately, which returns a change set, or in a task, which returns its run. Throws
 * `ApiError`.
 */
export const applyProposal = (scenario: string, id: number) =>
  sendJson(
    'POST',
    path(scenario, `${id}/apply/`),
    undefined,
    object({ changeset: otherwise(nullable(number), null), taskid: optional(number) }),
  )
