/** The proposals of a scenario, newest first, filtered by the address. */
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { proposalStates } from '../../../../src/model/proposals.ts'
import {
  mayPropose,
  type Proposal,
  type ProposalFilter,
  proposalsQuery,
} from '../../platform/api/proposals.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MorePages, readPages } from '../../ui/more-pages.tsx'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useTypedText } from '../../ui/use-typed.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { StateBadges } from './state-badge.tsx'
import styles from './proposals.module.css'

export function ProposalsScreen() {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const filter = useSearch({ from: '/app/$scenario/proposals' })
  const found = useInfiniteQuery(proposalsQuery(scenario.name, filter))
  const isFiltered = Object.keys(filter).length > 0
  // Users without both rights see only those that they have created before.
  const mayHaveSome = scenario.may('common.view_proposal') || scenario.may(mayPropose)
  return (
    <>
      <PageHeader title={t('title')} help="how-to/review-changes" />
      <div className={styles.page}>
        <Filters filter={filter} />
        <QueryView query={readPages(found)}>
          {({ pages }) => {
            const proposals = pages.flatMap((page) => page.proposals)
            if (proposals.length === 0)
              return mayHaveSome ? (
                <EmptyState title={t(isFiltered ? 'noMatch' : 'none')}>
                  {t(isFiltered ? 'noMatchHint' : 'noneHint')}
                </EmptyState>
              ) : (
                <NoRight />
              )
            return (
              <>
                <ul className={styles.list}>
                  {proposals.map((proposal) => (
                    <ProposalItem key={proposal.id} proposal={proposal} />
                  ))}
                </ul>
                <MorePages query={found} label={t('more')} />
              </>
            )
          }}
        </QueryView>
      </div>
    </>
  )
}

function Filters({ filter }: { readonly filter: ProposalFilter }) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const navigate = useNavigate()
  const change = (changes: Readonly<Partial<Record<keyof ProposalFilter, string>>>): void => {
    void navigate({
      to: '/app/$scenario/proposals',
      params: { scenario: scenario.name },
      search: (before): ProposalFilter =>
        Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '')),
      replace: true,
    })
  }
  const text = useTypedText(filter.search ?? '', (search) => change({ search }))
  return (
    <div className={styles.filters} role="search" aria-label={t('filter.label')}>
      <Select
        label={t('filter.state')}
        placeholder={t('filter.all')}
        data={[
          { value: 'draft,open,approved', label: t('filter.pending') },
          ...proposalStates.map((value) => ({ value, label: t(`state.${value}`) })),
        ]}
        value={filter.state ?? null}
        clearable
        onChange={(state) => change({ state: state ?? '' })}
      />
      <TextInput
        label={t('filter.search')}
        value={text.value}
        onChange={({ currentTarget }) => text.type(currentTarget.value)}
      />
      <Checkbox
        label={t('filter.mine')}
        checked={filter.mine === '1'}
        onChange={({ currentTarget }) => change({ mine: currentTarget.checked ? '1' : '' })}
      />
    </div>
  )
}

function ProposalItem({ proposal }: { readonly proposal: Proposal }) {
  const { t, i18n } = useTranslation('proposals')
  const formats = useFormats()
  const scenario = useScenario()
  const { id, title, author, source, created, summary } = proposal
  return (
    <li className={styles.item}>
      <div className={styles.name}>
        <ScreenLink to={`/app/${encodeURIComponent(scenario.name)}/proposals/${id}`}>{title}</ScreenLink>
        <span className={styles.soft}>
          {[
            `#${id}`,
            author === null ? t('nobody') : (author.username ?? t('gone')),
            source.key === undefined ? undefined : t('withKey', { name: source.key }),
            formats.moment(created),
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </span>
      </div>
      <span className={styles.counts}>
        {summary.map(({ entity, action, label, records }) => (
          <span key={`${entity} ${action}`} className={styles.count}>
            {heading(label, i18n.language)}: {t(`kind.${action}`, { count: records })}
          </span>
        ))}
      </span>
      <StateBadges proposal={proposal} />
    </li>
  )
}
