/** The orders that can be released, by supplier, lane or plant; selected ones are merged, and released together. */
import { Button, Checkbox } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useMutation, type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteDone } from '../../platform/api/first-hour.ts'
import { mayTryPlan } from '../../platform/api/plan-trials.ts'
import { refreshScenario } from '../../platform/api/run-events.ts'
import {
  type MergedOrder,
  mergeOrders,
  mostProposals,
  type ReleasableFilter,
  type ProposedOrder,
  type Releasable,
  releasableQuery,
  type Release,
  releaseEntities,
  releaseOrders,
} from '../../platform/api/release.ts'
import type { ReleaseType } from '../../platform/api/release-types.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { NothingPlanned } from '../../ui/nothing-planned.tsx'
import { toastError, toastWarning } from '../../ui/toasts.ts'
import { canMerge, groupOrders, valueOf } from './group-orders.ts'
import { OrderGroupTable } from './order-group.tsx'
import { Released } from './released.tsx'
import { useDiscard } from '../../trial/use-discard.ts'
import { late } from '../../ui/late.tsx'
import styles from './release.module.css'

const MergeTray = late(async () => (await import('./merge-tray.tsx')).MergeTray)

interface ProposalsProps {
  readonly filter: ReleasableFilter
  /** Shows approved orders too, such as merged ones. */
  readonly onShowApproved: () => void
}

const releaseKey = ['release orders'] as const

export function Proposals({ filter, onShowApproved }: ProposalsProps) {
  const { t } = useTranslation('release')
  const scenario = useScenario()
  const client = useQueryClient()
  const releasable = useQuery(releasableQuery(scenario.name, filter))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [merged, setMerged] = useState<readonly MergedOrder[]>([])
  const clear = (): void => setMerged([])
  const { discard, forget } = useDiscard({
    edits: merged,
    isEmpty: merged.length === 0,
    put: setMerged,
    clear,
  })
  const release = useMutation({
    mutationKey: releaseKey,
    mutationFn: (orders: readonly ProposedOrder[]) =>
      releaseOrders(
        scenario.name,
        orders.map(({ reference }) => reference),
      ),
    onSuccess: () => {
      setChosen(new Set())
      // Merges that were discarded before may replace released orders.
      forget()
      noteDone('release')
      refreshScenario(client, scenario.name)
    },
    onError: (problem) => toastError(problem),
  })
  const merge = useMutation({
    mutationFn: (references: readonly string[]) => mergeOrders(scenario.name, references),
    onSuccess: ({ orders }) => {
      setMerged(orders)
      if (orders.length === 0) toastWarning({ title: t('merge.none'), message: t('merge.noneHint') })
    },
    onError: (problem) => toastError(problem),
  })
  return (
    <>
      <QueryView query={releasable}>
        {(found) => (
          <ProposalList
            type={filter.type}
            found={found}
            chosen={chosen}
            onChoose={setChosen}
            release={release}
            merge={merge}
            hasMerged={merged.length > 0}
          />
        )}
      </QueryView>
      {merged.length === 0 ? null : (
        <Suspense>
          <MergeTray
            orders={merged}
            onChange={setMerged}
            onDiscard={discard}
            onStored={() => {
              setChosen(new Set(merged.map(({ reference }) => reference)))
              setMerged([])
              onShowApproved()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface ProposalListProps {
  readonly type: ReleaseType
  readonly found: Releasable
  /** References of the selected orders. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly release: UseMutationResult<Release, Error, readonly ProposedOrder[]>
  readonly merge: UseMutationResult<unknown, Error, readonly string[]>
  /** Whether merges are to be saved or discarded first. */
  readonly hasMerged: boolean
}

function ProposalList({ type, found, chosen, onChoose, release, merge, hasMerged }: ProposalListProps) {
  const { t } = useTranslation('release')
  const scenario = useScenario()
  const client = useQueryClient()
  const { orders, total } = found
  const selected = orders.filter(({ reference }) => chosen.has(reference))
  const references = selected.map(({ reference }) => reference)
  const mayRelease = scenario.may(releaseEntities[type].replace('.', '.change_'))
  const mayMerge = scenario.may(mayTryPlan) && scenario.may(releaseEntities[type].replace('.', '.delete_'))
  const choose = (members: readonly ProposedOrder[], add: boolean): void => {
    const next = new Set(chosen)
    for (const { reference } of members) {
      if (add) next.add(reference)
      else next.delete(reference)
    }
    onChoose(next)
  }
  return (
    <div className={styles.page}>
      {release.data === undefined ? null : (
        <Released
          release={release.data}
          type={type}
          orders={release.variables ?? []}
          onClose={release.reset}
        />
      )}
      {orders.length === 0 ? (
        <NothingPlanned title={t('none')}>{t('noneHint')}</NothingPlanned>
      ) : (
        <>
          <div className={styles.bar}>
            {mayRelease ? (
              <>
                <Checkbox
                  label={t('chooseAll')}
                  checked={selected.length === orders.length}
                  indeterminate={selected.length > 0 && selected.length < orders.length}
                  onChange={({ currentTarget }) => choose(orders, currentTarget.checked)}
                />
                <Button
                  size="compact-md"
                  loading={release.isPending}
                  disabled={selected.length === 0 || hasMerged || merge.isPending}
                  title={hasMerged ? t('merge.first') : undefined}
                  onClick={() => {
                    // The second click of a double-click comes before the button shows that it is busy.
                    if (client.isMutating({ mutationKey: releaseKey }) === 0) release.mutate(selected)
                  }}
                >
                  {t('release', { count: selected.length })}
                </Button>
              </>
            ) : null}
            {mayRelease && mayMerge ? (
              <Button
                size="compact-md"
                variant="default"
                leftSection={<IconArrowMerge size={15} />}
                loading={merge.isPending}
                disabled={!canMerge(selected) || hasMerged || release.isPending}
                title={t(hasMerged ? 'merge.first' : `merge.hint.${type}`)}
                onClick={() => merge.mutate(references)}
              >
                {t('merge.action')}
              </Button>
            ) : null}
            {mayRelease || total > orders.length ? (
              <Summary type={type} selected={selected} shown={orders.length} total={total} />
            ) : null}
          </div>
          {groupOrders(type, orders).map((group) => (
            <OrderGroupTable
              key={group.name}
              group={group}
              type={type}
              chosen={chosen}
              onChoose={mayRelease ? choose : undefined}
            />
          ))}
        </>
      )}
    </div>
  )
}

interface SummaryProps {
  readonly type: ReleaseType
  readonly selected: readonly ProposedOrder[]
  readonly shown: number
  readonly total: number
}

/** Maximum number of suppliers, lanes or plants that are named. */
const mostPartners = 3

/** Number, value and partners of the selected orders, or that not all orders are shown. */
function Summary({ type, selected, shown, total }: SummaryProps) {
  const { t } = useTranslation('release')
  const formats = useFormats()
  const value = selected.reduce((sum, order) => sum + valueOf(order), 0)
  const partners = groupOrders(type, selected).map(({ name }) => (name === '' ? t('nobody') : name))
  const named = partners.slice(0, mostPartners).join(', ')
  return (
    <span className={styles.soft} role="status">
      {total > shown
        ? t('cut', { shown: formats.number(mostProposals), total: formats.number(total) })
        : t('summary', {
            count: selected.length,
            value: formats.number(value, { maximumFractionDigits: 0 }),
          })}
      {named === '' ? null : ` · ${named}${partners.length > mostPartners ? ' …' : ''}`}
    </span>
  )
}
