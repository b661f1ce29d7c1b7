/** Tools that query the plan, and tools that propose changes to it: operations of the OpenAPI document. */
import { contract } from '../../contract/contract.ts'
import { contractPaths } from '../openapi/contract-paths.ts'
import { asSchema, operationTool, type Tool } from './tool.ts'

/** Maximum number of entries per list of consequences: the first ones matter most. */
const maxListed = 40

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list.slice(0, maxListed) : list)

/**
 * Returns consequences with shortened lists; the counts include all entries. Removes the members for accepting a
 * trial, which is not available to assistants.
 */
function shortenConsequences(answer: unknown): unknown {
  const { token: _token, basis: _basis, demands, orders, resources, ...rest } = asSchema(answer)
  const { list, ...counts } = asSchema(orders)
  return {
    ...rest,
    demands: firstOf(demands),
    orders: { ...counts, list: firstOf(list) },
    resources: firstOf(resources),
    listed: `At most ${maxListed} of each list; counts are of all.`,
  }
}

/**
 * Removes the log of a proposal. With many comments the response would be too long, and the call would fail although
 * the proposal is withdrawn.
 */
function withoutLog(answer: unknown): unknown {
  const { events: _events, ...rest } = asSchema(answer)
  return rest
}

const paths = contractPaths(contract)

export const planTools: readonly Tool[] = [
  operationTool(paths, {
    name: 'read_key_figures',
    title: 'Read key figures of the plan',
    needs: 'read',
    method: 'GET',
    path: '/api/plan/history/',
    note: 'The first one is the plan that is stored now.',
  }),
  operationTool(paths, {
    name: 'read_plan_age',
    title: 'Read the age of the plan',
    needs: 'read',
    method: 'GET',
    path: '/api/plan/current/',
  }),
  operationTool(paths, {
    name: 'find_remedies',
    title: 'Find remedies for a late sales order',
    needs: 'read',
    method: 'POST',
    path: '/api/plan/remedies/',
    about: 'Each remedy was tried; the best is the first. It may take half a minute.',
    note: 'The edits of a remedy can be proposed with propose_changes.',
  }),
  operationTool(paths, {
    name: 'promise_date',
    title: 'Promise a delivery date',
    needs: 'read',
    method: 'POST',
    path: '/api/plan/promise/',
    without: ['name'],
  }),
  operationTool(paths, {
    name: 'try_changes',
    title: 'Try changes',
    needs: 'read',
    method: 'POST',
    path: '/api/plan/trial/',
    note: 'Use it before you propose changes.',
    shorten: shortenConsequences,
  }),
]

export const proposalTools: readonly Tool[] = [
  operationTool(paths, {
    name: 'propose_changes',
    title: 'Propose changes',
    needs: 'propose',
    method: 'POST',
    path: '/api/proposals/',
    body: { submit: true },
    without: ['submit'],
    note: 'The proposal is open for people to review; nothing changes until one of them applies it.',
  }),
  operationTool(paths, {
    name: 'withdraw_proposal',
    title: 'Withdraw a proposal',
    needs: 'propose',
    method: 'POST',
    path: '/api/proposals/{proposal}/withdraw/',
    shorten: withoutLog,
  }),
  operationTool(paths, {
    name: 'list_proposals',
    title: 'List proposals',
    needs: 'read',
    method: 'GET',
    path: '/api/proposals/',
  }),
  operationTool(paths, {
    name: 'read_proposal',
    title: 'Read a proposal',
    needs: 'read',
    method: 'GET',
    path: '/api/proposals/{proposal}/',
  }),
  operationTool(paths, {
    name: 'read_proposal_edits',
    title: 'Read the edits of a proposal',
    needs: 'read',
    method: 'GET',
    path: '/api/proposals/{proposal}/edits/',
  }),
  operationTool(paths, {
    name: 'read_proposal_consequences',
    title: 'Read the consequences of a proposal',
    needs: 'read',
    method: 'GET',
    path: '/api/proposals/{proposal}/consequences/',
    about: 'As try_changes tells it for the edits of the proposal.',
    shorten: shortenConsequences,
  }),
]
