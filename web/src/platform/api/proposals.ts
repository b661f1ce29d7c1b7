/** Proposals: changes that are reviewed before they are applied. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { proposalStates } from '../../../../src/model/proposals.ts'
import { type Answer, type Body, call } from './endpoints.ts'

/** Permission to create proposals. */
export const mayPropose = 'common.add_proposal'

export type Proposal = Answer<'GET /api/proposals/'>['proposals'][number]
export type ProposalState = Proposal['state']
export type CheckedProposal = Answer<'GET /api/proposals/{proposal}/'>
export type ProposalConflict = CheckedProposal['conflicts'][number]
export type ProposedEdit = Answer<'GET /api/proposals/{proposal}/edits/'>['edits'][number]
export type ProposalAction = CheckedProposal['allowed'][number]
export interface ProposalFilter {
  /** States, separated by commas. */
  readonly state?: string
  readonly mine?: '1'
  readonly search?: string
}

/** Decision about a conflict. */
export type Choice = NonNullable<Body<'POST /api/proposals/{proposal}/resolve/'>['choices']>[number]
export type Take = Choice['take']

export const proposalsKey = (scenario: string) => ['proposals', scenario] as const

const page = 50

const queryOf = ({ state = '', mine, search }: ProposalFilter) => ({
  state: proposalStates.filter((one) => state.split(',').includes(one)),
  mine: mine === '1',
  search,
})

export const proposalsQuery = (scenario: string, filter: ProposalFilter) =>
  infiniteQueryOptions({
    queryKey: [...proposalsKey(scenario), 'list', filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/proposals/',
        { query: { ...queryOf(filter), limit: page, offset: pageParam } },
        { scenario, signal },
      ),
    getNextPageParam: ({ proposals }, _pages, offset) =>
      proposals.length < page ? undefined : offset + page,
  })

export const proposalQuery = (scenario: string, id: number) =>
  queryOptions({
    queryKey: [...proposalsKey(scenario), id],
    queryFn: ({ signal }) =>
      call('GET /api/proposals/{proposal}/', { path: { proposal: id } }, { scenario, signal }),
    retry: false,
  })

export const proposalEditsQuery = (scenario: string, id: number, limit: number) =>
  queryOptions({
    queryKey: [...proposalsKey(scenario), id, 'edits', limit],
    queryFn: ({ signal }) =>
      call(
        'GET /api/proposals/{proposal}/edits/',
        { path: { proposal: id }, query: { limit } },
        { scenario, signal },
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
export type EditWithBase = Body<'POST /api/proposals/'>['edits'][number]

/** Title, description, and whether the proposal is submitted for review. */
export type ProposalTexts = Omit<Body<'POST /api/proposals/'>, 'edits'>

/** Creates a proposal. Throws `ApiError`. */
export const createProposal = (scenario: string, body: Body<'POST /api/proposals/'>): Promise<Proposal> =>
  call('POST /api/proposals/', { body }, { scenario })

/** Approves, rejects or otherwise decides a proposal, or comments on it. Throws `ApiError`. */
export const decideProposal = (
  scenario: string,
  proposal: number,
  action: 'submit' | 'approve' | 'reject' | 'withdraw' | 'comment',
  comment: string,
): Promise<CheckedProposal> =>
  call(`POST /api/proposals/{proposal}/${action}/`, { path: { proposal }, body: { comment } }, { scenario })

/** Subscribes the user to messages about a proposal, or unsubscribes. Throws `ApiError`. */
export const followProposal = (
  scenario: string,
  proposal: number,
  follows: boolean,
): Promise<CheckedProposal> =>
  call(
    `POST /api/proposals/{proposal}/${follows ? 'follow' : 'unfollow'}/`,
    { path: { proposal } },
    { scenario },
  )

/** Stores decisions about conflicts. Throws `ApiError`. */
export const resolveProposal = (
  scenario: string,
  proposal: number,
  choices: readonly Choice[],
): Promise<CheckedProposal> =>
  call('POST /api/proposals/{proposal}/resolve/', { path: { proposal }, body: { choices } }, { scenario })

/**
 * Applies a proposal: immediately, which returns a change set, or in a task, which returns its run. Throws
 * `ApiError`.
 * @param except numbers of the edits that stay open
 */
export const applyProposal = (
  scenario: string,
  proposal: number,
  except: readonly number[] = [],
): Promise<Answer<'POST /api/proposals/{proposal}/apply/'>> =>
  call(
    'POST /api/proposals/{proposal}/apply/',
    { path: { proposal }, body: except.length === 0 ? {} : { except } },
    { scenario },
  )

/** Returns the id of the notice that a merged proposal is not applied, which is shown until somebody decides about it. */
export const unappliedId = (scenario: string, id: number): string => `unapplied ${scenario} ${id}`
