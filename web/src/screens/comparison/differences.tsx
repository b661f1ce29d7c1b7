/** Sales orders with other deliveries in another scenario: counts by kind of change, and the orders of one kind. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Change, changes } from '../../platform/api/change-kinds.ts'
import { changeCountsQuery } from '../../platform/api/plan-comparison.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ChangeTiles } from './change-tiles.tsx'
import { ComparedOrders } from './compared-orders.tsx'
import styles from './comparison.module.css'

interface DifferencesProps {
  readonly other: string
  readonly label: string
  readonly change: Change | undefined
  readonly onChoose: (change: Change) => void
}

export function Differences({ other, label, change, onChoose }: DifferencesProps) {
  const { t } = useTranslation('comparison')
  const scenario = useScenario()
  const counts = useQuery(changeCountsQuery(scenario.name, other))
  const places = { here: scenario.label, there: label }
  return (
    <QueryView query={counts}>
      {(data) => {
        const shown = change ?? changes.find((one) => one !== 'same' && data[one] > 0)
        return (
          <>
            <p className={styles.soft}>{t('hint', places)}</p>
            <ChangeTiles places={places} counts={data} shown={shown} onChoose={onChoose} />
            {shown === undefined ? (
              <EmptyState title={t(data.same === 0 ? 'none' : 'same')}>
                {t(data.same === 0 ? 'noneHint' : 'sameHint')}
              </EmptyState>
            ) : (
              <ComparedOrders key={`${other} ${shown}`} other={other} label={label} change={shown} />
            )}
          </>
        )
      }}
    </QueryView>
  )
}
