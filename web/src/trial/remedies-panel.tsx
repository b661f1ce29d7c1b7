/** Remedies of a late or short sales order: cards that appear as remedies are found, the best first. */
import { Alert, Button, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isHarmful } from '../../../src/rules/remedy-harm.ts'
import { type PlanAge, planAgeQuery } from '../platform/api/plan-history.ts'
import type { RemediesEnd } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { late } from '../ui/late.tsx'
import { announce } from '../ui/live-region.tsx'
import { useMayViewPlan } from '../ui/use-may-view-plan.ts'
import { AnewNotice } from './anew-notice.tsx'
import { Ranking } from './ranking.tsx'
import type { ReasonHref } from './reason-list.tsx'
import { RemedyCard } from './remedy-card.tsx'
import { useRemedyWords } from './remedy-words.ts'
import { isLate, useDeliveryWords } from './delivery-words.ts'
import { useBestFocus } from './use-best-focus.ts'
import { useRemedies } from './use-remedies.ts'
import { useSteadyOrder } from './use-steady-order.ts'
import styles from './remedies.module.css'

/** Loaded separately, because most late orders have remedies. */
const ReasonList = late(async () => (await import('./reason-list.tsx')).ReasonList)

interface RemediesPanelProps {
  readonly demand: string
  /** Addresses of what prevents the delivery. */
  readonly hrefOf: ReasonHref
  readonly onAccepted: () => void
}

export function RemediesPanel({ demand, hrefOf, onAccepted }: RemediesPanelProps) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const delivery = useDeliveryWords()
  const titleOf = useRemedyWords()
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const { round, state, remedies, end, error, search, stop } = useRemedies(scenario.name, demand, (remedy) =>
    announce(t('remedies.arrived', { title: titleOf(remedy).title, date: delivery.date(remedy.after) })),
  )
  const isOutdated = useNewerPlan(state === 'searching', round)
  const steady = useSteadyOrder(remedies, ({ token }) => token)
  const shown = steady.shown.filter(({ token }) => !dismissed.has(token))
  const [first] = remedies
  const isRecommended = state === 'done' && remedies.length > 1 && first !== undefined && !isHarmful(first)
  const best = isRecommended ? first.token : undefined
  const bestPlace = shown.findIndex(({ token }) => token === best)
  const list = useBestFocus<HTMLOListElement>(state !== 'searching' && steady.isRanked)
  return (
    <section className={styles.panel} aria-label={t('tabs.remedies')} aria-busy={state === 'searching'}>
      <div className={styles.bar}>
        {state === 'searching' ? (
          <>
            <Loader size="xs" aria-hidden="true" />
            <span role="status">{t('remedies.searching')}</span>
            <Button size="compact-sm" variant="default" onClick={stop}>
              {t('remedies.stop')}
            </Button>
          </>
        ) : (
          <>
            <span role="status">
              {state === 'stopped' ? `${t('remedies.stopped')} ` : ''}
              {state === 'failed' || (state === 'done' && remedies.length === 0)
                ? ''
                : t('remedies.found', { count: remedies.length })}
            </span>
            <Button size="compact-sm" variant="default" onClick={search}>
              {t('remedies.again')}
            </Button>
          </>
        )}
      </div>
      {isOutdated && remedies.length > 0 ? (
        <Alert color="orange" role="status">
          {t('remedies.outdated')}
        </Alert>
      ) : null}
      {end === undefined ? null : <AnewNotice base={end.base} />}
      {error === undefined ? null : <ErrorState error={error} inline onRetry={search} />}
      {state === 'done' && remedies.length === 0 && end !== undefined ? (
        <NoRemedy end={end} hrefOf={hrefOf} />
      ) : null}
      {state === 'done' && end !== undefined && remedies.every(({ after }) => isLate(after)) ? (
        <Needs needs={end.needs} />
      ) : null}
      {state === 'done' && remedies.length > 1 ? (
        <Ranking
          isRanked={steady.isRanked}
          best={bestPlace < 0 ? undefined : bestPlace + 1}
          onRank={steady.rank}
        >
          {t('remedies.ranking')}
        </Ranking>
      ) : null}
      {shown.length === 0 && remedies.length > 0 ? (
        <p className={styles.bar}>
          {t('remedies.allDismissed')}
          <Button size="compact-sm" variant="default" onClick={() => setDismissed(new Set())}>
            {t('remedies.showDismissed')}
          </Button>
        </p>
      ) : null}
      <ol
        ref={list}
        {...steady.handlers}
        className={styles.cards}
        aria-label={t(steady.isRanked ? 'remedies.list' : 'tabs.remedies')}
      >
        {shown.map((remedy) => (
          <li key={remedy.token}>
            <RemedyCard
              remedy={remedy}
              demand={demand}
              best={remedy.token === best}
              onAccepted={onAccepted}
              onRetry={search}
              onDismiss={() => setDismissed(new Set([...dismissed, remedy.token]))}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Returns whether a plan was stored after the search: dates of its remedies are then those of a former plan. */
function useNewerPlan(searching: boolean, round: number): boolean {
  const scenario = useScenario()
  const client = useQueryClient()
  const mayView = useMayViewPlan()
  const { data } = useQuery({ ...planAgeQuery(scenario.name), enabled: mayView })
  /** The plan at the start of the search. */
  const [searched, setSearched] = useState<Pick<PlanAge, 'stored'> & { readonly round: number }>()
  useEffect(() => {
    if (!searching || !mayView) return
    // Not what is known already: a plan may have been stored since that was read.
    client
      .fetchQuery({ ...planAgeQuery(scenario.name), staleTime: 0 })
      .then(({ stored }) => setSearched({ stored, round }))
      // Without it only the hint is missing that the remedies are outdated.
      .catch(() => setSearched(undefined))
    // A retry while a search is running begins another one, which knows the plans stored until then.
  }, [client, scenario.name, searching, round, mayView])
  return searched?.round === round && data !== undefined && data.stored !== searched.stored && !searching
}

/** Shown if no remedy helps: the earliest possible date, and the constraints that determine it. */
function NoRemedy({ end, hrefOf }: { readonly end: RemediesEnd; readonly hrefOf: ReasonHref }) {
  const { earliest, before, binding } = end
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const date = earliest ?? before?.date ?? null
  return (
    <>
      <EmptyState title={t('remedies.none')}>
        {date === null ? t('remedies.noEarliest') : t('remedies.earliest', { date: formats.dateTime(date) })}
      </EmptyState>
      {binding.length === 0 ? null : (
        <div className={styles.binding}>
          <p>{t('remedies.binds')}</p>
          <Suspense>
            <ReasonList reasons={binding} hrefOf={hrefOf} />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** Shown if no remedy delivers the sales order on time: which capacity and supply would do so. */
function Needs({ needs }: Pick<RemediesEnd, 'needs'>) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  if (needs.length === 0) return null
  return (
    <div className={styles.binding}>
      <p>{t('remedies.needs')}</p>
      <ul>
        {needs.map(({ code, owner, amount, by }) => {
          const [quantity, date] = [formats.number(Math.ceil(amount)), formats.date(by)]
          return (
            <li key={`${code} ${owner}`}>
              {code === 'capacity'
                ? t('remedies.need.capacity', { owner, hours: quantity, by: date })
                : t('remedies.need.supply', { owner, quantity, by: date })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
