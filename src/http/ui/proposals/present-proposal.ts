/** Converts proposals to the format of responses. */
import { loadLabels } from '../../../words/load-labels.ts'
import { entityLabel } from '../../../model/labels/labels.ts'
import type { Proposal, ProposalSource } from '../../../proposals/proposal.ts'
import { namedUsers } from '../../../data/user-names.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'

/** Returns proposals with the names of their authors and entities. */
export async function presentProposals({ context, exchange }: WordCall, proposals: readonly Proposal[]) {
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const nameOf = await namedUsers(
    exchange.service.control,
    proposals.map(({ author }) => author),
  )
  return proposals.map(
    ({ author, source, summary, scenario: _scenario, created, lastmodified, ...proposal }) => ({
      ...proposal,
      author: nameOf(author),
      created: created.slice(0, 19),
      lastmodified: lastmodified.slice(0, 19),
      source: sourceOf(source),
      summary: summary.map((one) => {
        const entity = context.model.byName.get(one.entity)
        if (entity === undefined) return { ...one, label: one.entity, route: null }
        return { ...one, label: entityLabel(entity, labels, { plural: true }), route: routeOf(entity) }
      }),
    }),
  )
}

/** Returns the source of a proposal, without the choices of its reviewers and without internal data. */
function sourceOf(source: ProposalSource) {
  const { partOf, parts, ...origin } = source
  const relations = {
    ...(partOf === undefined ? {} : { part_of: partOf }),
    ...(parts === undefined ? {} : { parts }),
  }
  if (origin.kind === 'edits') return { ...origin, ...relations }
  if (origin.kind === 'merge') {
    const { brings: _brings, task: _task, ...merged } = origin
    return { ...merged, ...relations }
  }
  const { choices: _choices, changesets, ...shown } = origin
  return { ...shown, ...(changesets === undefined ? {} : { count: changesets.length }) }
}
