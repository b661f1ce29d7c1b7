/** What a stored plan changed: its key figures compared with those of the plan before it, as text. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { planHistoryQuery, type StoredPlan } from '../../platform/api/plan-history.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { roundedFigure, useFigureText } from '../../trial/figure-text.ts'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'

/** Figures that tell whether sales orders are delivered better or worse. */
const named = ['ontime', 'late', 'short', 'quantity_days_late'] as const

/** What a stored plan changed. */
export interface PlanEffect {
  /** The key figures that changed, as text. */
  readonly figures: string
  readonly deliveries: StoredPlan['figures']['deliveries']
}

const nothing: PlanEffect = { figures: '', deliveries: null }

/** Returns a function that describes a change set; without text and deliveries if it stored no plan. */
export function usePlanEffects(): (changeset: number) => PlanEffect {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const visible = useMayViewPlan()
  const text = useFigureText()
  const { data = [] } = useQuery({ ...planHistoryQuery(scenario.name), enabled: visible })
  return (changeset) => {
    const place = data.findIndex((plan) => plan.changeset === changeset)
    const [before, after] = [data[place - 1]?.figures, data[place]?.figures]
    if (after === undefined) return nothing
    const { deliveries } = after
    if (before === undefined) return { ...nothing, deliveries }
    const figures = named
      .filter((name) => roundedFigure(before[name]) !== roundedFigure(after[name]))
      .map((name) => `${t(`figures.${name}`)} ${text(name, before[name])} → ${text(name, after[name])}`)
      .join(' · ')
    return { figures, deliveries }
  }
}
