/** The plans of the comparison: those of the address, or else as many scenarios as fit. */
import { useQuery } from '@tanstack/react-query'
import { mayIn, useMe } from '../../platform/api/me.ts'
import { productionScenario } from '../../../../src/model/production.ts'
import { planHistoryQuery } from '../../platform/api/plan-history.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { mayViewPlanIn, useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { type ComparedPlan, fewestPlans, planOf, planText } from '../../../../src/model/compared-plans.ts'
import { plansOf, startingHere } from './compared-plans.ts'
import type { ComparisonSearch } from './comparison-search.ts'

interface ChosenPlans {
  /** Up to five plans, the first of the displayed scenario; undefined while they are not known. */
  readonly plans: readonly ComparedPlan[] | undefined
  /** Set if the history could not be read. */
  readonly error: Error | null
  readonly retry: () => void
}

export function useChosenPlans({ plans, with: wanted }: ComparisonSearch): ChosenPlans {
  const here = useScenario()
  const { scenarios } = useMe()
  const mayViewPlan = useMayViewPlan()
  const given = startingHere(here.name, plansOf(plans ?? ''))
  // Without figures there are still the sales orders.
  const others = scenarios.filter(
    (one) => one.name !== here.name && (mayViewPlan ? mayViewPlanIn(one) : mayIn(one, 'input.view_demand')),
  )
  const asked = planOf(wanted ?? '')
  const isKnown = asked !== undefined && scenarios.some(({ name }) => name === asked.scenario)
  const isGiven = given.length >= fewestPlans
  const isAlone = !isGiven && !isKnown && others.length === 0
  const history = useQuery({ ...planHistoryQuery(here.name), enabled: isAlone && mayViewPlan })
  const chosen = (): readonly ComparedPlan[] | undefined => {
    if (isGiven) return given
    if (isAlone) {
      if (history.isLoading) return undefined
      // The plan before the last one.
      const before = history.data?.at(-2)
      return before === undefined ? given : [...given, { scenario: here.name, id: before.id }]
    }
    // A copy is compared with production by default.
    const production = others.find(({ name }) => name === productionScenario)
    const first = isKnown ? asked : lastOf(production?.name ?? here.name)
    const texts = [first, ...others.map(({ name }) => lastOf(name))].map(planText)
    return startingHere(here.name, plansOf([here.name, ...texts].join(',')))
  }
  return { plans: chosen(), error: history.error, retry: () => void history.refetch() }
}

const lastOf = (scenario: string): ComparedPlan => ({ scenario, id: undefined })
