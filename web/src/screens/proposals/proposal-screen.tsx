/** Review of a proposal: edits, conflicts, consequences for the plan, and comments. */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pendingStates } from '../../../../src/model/proposals.ts'
import { type CheckedProposal, proposalQuery } from '../../platform/api/proposals.ts'
import { mayTryPlan } from '../../platform/api/plan-trials.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import { LeftRecords } from '../../undo/left-records.tsx'
import { AppliedChanges } from './applied-changes.tsx'
import { ConflictChoices } from './conflict-choices.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { EditList } from './edit-list.tsx'
import { PlanConsequences } from './plan-consequences.tsx'
import { ProposalLog } from './proposal-log.tsx'
import { StateBadges } from './state-badge.tsx'
import styles from './proposals.module.css'
import { ProposalParts } from './proposal-parts.tsx'
import { type Decisions, useDecisions } from './use-decisions.ts'
import { type PickedEdits, usePickedEdits } from './use-picked-edits.ts'

export function ProposalScreen() {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const { proposal: given } = useParams({ from: '/app/$scenario/proposals/$proposal' })
  const found = useQuery(proposalQuery(scenario.name, Number(given)))
  const { data } = found
  const decisions = useDecisions(data)
  const picked = usePickedEdits(data)
  const list = `/app/${encodeURIComponent(scenario.name)}/proposals`
  return (
    <>
      <PageHeader
        title={data?.title ?? t('one', { id: given })}
        crumbs={[{ label: t('title'), to: list }, { label: `#${given}` }]}
        help="how-to/review-changes"
        aside={data === undefined ? undefined : <StateBadges proposal={data} />}
        actions={
          data === undefined ? undefined : (
            <DecisionButtons proposal={data} decisions={decisions} picked={picked} />
          )
        }
      />
      <div className={styles.page}>
        <QueryView query={found}>
          {(data) => <Review proposal={data} decisions={decisions} picked={picked} />}
        </QueryView>
      </div>
      <LeaveGuard
        dirty={
          (data?.allowed.includes('resolve') === true && decisions.choices.length > 0) || picked.left.size > 0
        }
      />
    </>
  )
}

interface ReviewProps {
  readonly proposal: CheckedProposal
  readonly decisions: Decisions
  readonly picked: PickedEdits
}

function Review({ proposal, decisions, picked }: ReviewProps) {
  const { t, i18n } = useTranslation('proposals')
  const scenario = useScenario()
  const formats = useFormats()
  const { description, author, source, created, approvals, faults, checked } = proposal
  const { conflict_count: conflicts } = proposal
  const isPending = pendingStates.includes(proposal.state)
  return (
    <>
      <p className={styles.about}>
        <span className={styles.soft}>
          {author === null ? t('nobody') : (author.username ?? t('gone'))} ·{' '}
          {source.key === undefined ? '' : `${t('withKey', { name: source.key })} · `}
          {formats.moment(created)} ·{' '}
          {proposal.summary
            .map(
              ({ label, action, records }) =>
                `${heading(label, i18n.language)}: ${t(`kind.${action}`, { count: records })}`,
            )
            .join(' · ')}
        </span>
        {description === '' ? null : <span className={styles.description}>{description}</span>}
      </p>
      {proposal.changeset === null ? null : <AppliedChanges changeset={proposal.changeset} />}
      <ProposalParts proposal={proposal} />
      {approvals.missing.length === 0 ? null : (
        <Alert color="yellow" role="status">
          {t('approvals', { groups: approvals.missing.join(', ') })}
        </Alert>
      )}
      {faults.length === 0 ? null : (
        <Alert color="red" title={t('faults')} role="alert">
          <ul className={styles.faults}>
            {faults.map(({ edit, label, title, field, message }) => {
              const record = `${heading(label, i18n.language)} ${title}`.trim()
              return (
                <li key={`${edit} ${field} ${message}`}>
                  {t('fault', { number: edit + 1, record, field, message })}
                </li>
              )
            })}
          </ul>
        </Alert>
      )}
      {checked ? null : (
        <Alert color="yellow" role="status">
          {t('unchecked')}
        </Alert>
      )}
      <LeftRecords undo={proposal} />
      {conflicts === 0 ? null : (
        <Panel title={t('conflicts', { count: conflicts })} about={t('conflictsHint')}>
          <ConflictChoices proposal={proposal} decisions={decisions} />
        </Panel>
      )}
      <Panel title={t('changes')}>
        <EditList key={proposal.id} proposal={proposal} picked={picked} />
      </Panel>
      {isPending && scenario.may(mayTryPlan) ? (
        <Panel title={t('consequences.title')} about={t('consequences.about')}>
          <PlanConsequences key={proposal.lastmodified} id={proposal.id} />
        </Panel>
      ) : null}
      <Panel title={t('log.title')}>
        <ProposalLog proposal={proposal} />
      </Panel>
    </>
  )
}
