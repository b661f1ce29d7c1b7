/** The sales orders or the records of the first plan, compared with one of the others. */
import { SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { NoRight } from '../../ui/no-right.tsx'
import { planText } from '../../../../src/model/compared-plans.ts'
import type { ComparisonSearch } from './comparison-search.ts'
import { Differences } from './differences.tsx'
import { KeptFiguresOnly } from './kept-figures-only.tsx'
import { hasOrders, hasRecords, type PlanPair } from './plan-pair.ts'
import { RecordDifferences } from './record-differences.tsx'
import { usePlanLabel } from './use-plan-label.ts'
import styles from './comparison.module.css'

interface ComparedPairProps {
  readonly pair: PlanPair
  readonly search: ComparisonSearch
  /** Set if the figures could not be read. */
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onShow: (search: ComparisonSearch) => void
}

export function ComparedPair(props: ComparedPairProps) {
  const { pair, search, onShow } = props
  const { t } = useTranslation('comparison')
  const labelOf = usePlanLabel(pair.found)
  const { plans, place } = pair
  const other = plans[place]
  if (other === undefined) return null
  const view = search.view ?? 'orders'
  const showWith = (text: string, next: 'orders' | 'records'): void => {
    onShow({
      ...(search.plans === undefined ? {} : { plans: search.plans }),
      with: text,
      ...(next === 'records' ? { view: next } : {}),
    })
  }
  return (
    <>
      <Select
        className={styles.other}
        label={t('with')}
        data={plans
          .slice(1)
          .map((plan, index) => ({ value: planText(plan), label: labelOf(plan, index + 1) }))}
        value={planText(other)}
        allowDeselect={false}
        onChange={(text) => showWith(text ?? planText(other), view)}
      />
      <SegmentedControl
        className={styles.views}
        aria-label={t('records.view')}
        data={[
          { value: 'orders', label: t('records.orders') },
          { value: 'records', label: t('records.title') },
        ]}
        value={view}
        onChange={(next) => showWith(planText(other), next === 'records' ? 'records' : 'orders')}
      />
      <PairContent {...props} />
    </>
  )
}

function PairContent({ pair, search, error, onRetry, onShow }: ComparedPairProps) {
  const { scenarios } = useMe()
  const { plans, found, place } = pair
  const other = plans[place]
  if (other === undefined) return null
  const { scenario } = other
  const label = scenarios.find(({ name }) => name === scenario)?.label ?? scenario
  if (search.view === 'records' && hasRecords(pair))
    return <RecordDifferences key={scenario} other={scenario} label={label} />
  if (search.view === undefined && hasOrders(pair)) {
    return (
      <Differences
        other={scenario}
        label={label}
        change={search.change}
        onChoose={(change) => onShow({ ...search, with: planText(other), change })}
      />
    )
  }
  const [first, second] = [found?.[0], found?.[place]]
  if (first !== undefined && second !== undefined)
    return <KeptFiguresOnly first={first} other={second} of={search.view ?? 'orders'} />
  // With the figures the message is above.
  if (error !== null) return search.view === undefined ? null : <ErrorState error={error} onRetry={onRetry} />
  return found === undefined ? <LoadingSkeleton /> : <NoRight />
}
