/** Presents a proposal with the conflicts that prevent applying it now, its edits, and its effect on the plan. */
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { mostEdits } from '../../../contract/plan-values.ts'
import type { proposalEndpoints } from '../../../contract/proposals.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { entityLabel } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { requireEntity } from '../../../model/model.ts'
import type { Trial } from '../../../planning/live/questions.ts'
import { missingApprovals, neededGroups } from '../../../proposals/approvals.ts'
import { checkProposal, type ProposalCheck } from '../../../proposals/check-proposal.ts'
import { readProposalEvents } from '../../../proposals/events.ts'
import { isFollower, readFollowers } from '../../../proposals/followers.ts'
import { maxEdits, pendingStates } from '../../../model/proposals.ts'
import type { Proposal } from '../../../proposals/proposal.ts'
import { readNeeds } from '../../../proposals/dependent-edits.ts'
import { readEdits, readParts } from '../../../proposals/read-proposals.ts'
import { allowedActions } from '../../../proposals/allowed-actions.ts'
import { seesEntity } from '../../../proposals/rights.ts'
import type { Answer } from '../../answer.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { readOptions } from '../../data/data-call.ts'
import { namedUsers } from '../../../data/user-names.ts'
import { presentLeftOut } from '../history/present-left-out.ts'
import { routeOf } from '../meta/summary.ts'
import { answerTrial } from '../plan/answer-trial.ts'
import type { WordCall } from '../word-call.ts'
import { presentProposals } from './present-proposal.ts'
import { loadProposal, presentFaults, rulesOf, visibleConflicts } from './proposal-call.ts'

type Endpoints = typeof proposalEndpoints

/** Maximum number of events in the response; the latest ones are returned. */
const maxEvents = 200

const nothingFound: ProposalCheck = {
  conflicts: [],
  conflictCount: 0,
  leftOut: [],
  faults: [],
  isComplete: true,
}

/** Returns a proposal with its checks, its log, and the actions that are allowed for the user. */
export async function shownProposal(
  call: WordCall,
  proposal: Proposal,
): Promise<AnswerOf<Endpoints['GET /api/proposals/{proposal}/']>> {
  const { context, exchange, principal, scenario } = call
  const { model, control } = context
  const isPending = pendingStates.includes(proposal.state)
  const check = isPending ? await checkProposal(context, proposal) : nothingFound
  const rules = rulesOf(call)
  const { events, missing, allowed, followers, following, parts } = await control.withClient(
    async (client) => ({
      events: await readProposalEvents(client, proposal.id, maxEvents),
      missing: isPending ? await missingApprovals(client, model, rules, proposal) : [],
      allowed: await allowedActions(client, context, proposal, { principal, rules }),
      followers: await readFollowers(client, proposal.id),
      following: await isFollower(client, proposal.id, principal.userId),
      parts: await readParts(client, proposal),
    }),
    { signal: context.signal },
  )
  const nameOf = await namedUsers(control, [...events.map(({ user }) => user), ...followers])
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const [shown] = await presentProposals(call, [proposal])
  const conflicts = visibleConflicts(call, check.conflicts)
  const sees = ({ entity }: { readonly entity: string }): boolean =>
    seesEntity(model, principal, scenario, entity)
  const faults = await presentFaults(call, check.faults.filter(sees), ({ entity }) => entity)
  const named = [
    ...conflicts.flatMap(({ entity, key, records }) => [{ entity, key: key ?? '' }, ...records]),
    ...faults.map(({ entity, key }) => ({ entity, key: String(key ?? '') })),
  ]
  const titleOf = await recordTitles(context, named.filter(sees), readOptions(call))
  return {
    ...shown!,
    stale: check.conflictCount > 0,
    conflicts: conflicts.map((conflict) => {
      const entity = requireEntity(model, conflict.entity)
      return Object.assign({}, conflict, {
        label: entityLabel(entity, labels, { plural: true }),
        route: routeOf(entity),
        title: titleOf({ entity: conflict.entity, key: conflict.key ?? '' }) ?? conflict.key ?? '',
        records: conflict.records.map((record) => {
          const other = requireEntity(model, record.entity)
          const title = titleOf(record) ?? record.key
          return {
            ...record,
            label: entityLabel(other, labels, { plural: true }),
            route: routeOf(other),
            title,
          }
        }),
      })
    }),
    conflict_count: check.conflictCount,
    ...(await presentLeftOut(call, check.leftOut)),
    faults: faults.map((fault) => {
      const key = String(fault.key ?? '')
      return Object.assign(fault, {
        label: entityLabel(requireEntity(model, fault.entity), labels, { plural: false }),
        title: titleOf({ entity: fault.entity, key }) ?? key,
      })
    }),
    checked: check.isComplete,
    approvals: { needed: neededGroups(model, rules, proposal.summary), missing },
    allowed,
    parts,
    following,
    followers: followers.map(nameOf),
    events: events.map(({ user, created, ...event }) =>
      Object.assign(event, { created: created.slice(0, 19), user: nameOf(user) }),
    ),
  }
}

/** Returns whether some edits of the proposal can be applied without the others. */
const mayBeDivided = ({ state, source, edits }: Proposal): boolean =>
  pendingStates.includes(state) && source.kind !== 'undo' && edits <= maxEdits

/** Returns the edits, without those of entities that the user may not view. */
export const answerEdits: EndpointHandler<Endpoints['GET /api/proposals/{proposal}/edits/']> = async (
  call,
  { query: { entity: wanted, limit, offset } },
) => {
  const { context, exchange, principal, scenario } = call
  const proposal = await loadProposal(call)
  const entities = [...new Set(proposal.summary.map(({ entity }) => entity))]
    .filter((name) => wanted === undefined || name === wanted)
    .filter((name) => seesEntity(context.model, principal, scenario, name))
  const { found, needs } = await context.control.withClient(
    async (client) => ({
      found: await readEdits(client, proposal.id, { entities, limit: limit + 1, offset }),
      needs: mayBeDivided(proposal) ? await readNeeds(client, context.model, proposal.id) : undefined,
    }),
    { signal: context.signal },
  )
  const edits = found.slice(0, limit)
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const named = edits.filter(({ key }) => key !== null).map(({ entity, key }) => ({ entity, key: key ?? '' }))
  const titleOf = await recordTitles(context, named, readOptions(call))
  return {
    edits: edits.map((edit) => {
      const entity = requireEntity(context.model, edit.entity)
      const own: unknown = edit.fields[entity.key]
      return Object.assign({}, edit, {
        label: entityLabel(entity, labels, { plural: true }),
        route: routeOf(entity),
        needs: needs?.get(edit.number) ?? [],
        title:
          titleOf({ entity: edit.entity, key: edit.key ?? '' }) ??
          edit.key ??
          (typeof own === 'string' || typeof own === 'number' ? String(own) : ''),
      })
    }),
    more: found.length > limit,
  }
}

/** Returns the effect on the plan, from a trial of the edits. Throws `proposal_too_large`. */
export async function answerConsequences(call: WordCall, mode: Trial['mode']): Promise<Answer> {
  const proposal = await loadProposal(call)
  const { id, edits: count } = proposal
  if (count > mostEdits)
    throw new ServiceError('proposal_too_large', { id, count, edits: count, limit: mostEdits })
  const edits = await call.context.control.withClient(
    (client) => readEdits(client, id, { limit: mostEdits, offset: 0 }),
    { signal: call.context.signal },
  )
  return answerTrial(call, {
    mode,
    edits: edits.map(({ entity, action, key, fields }) => {
      return key === null ? { entity, action, fields } : { entity, action, fields, key }
    }),
  })
}
