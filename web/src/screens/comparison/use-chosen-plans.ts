/** The plans of the comparison: those of the address, or else as many scenarios as fit. */
import { useQuery } from '@tanstack/react-query'
import { mayIn, useMe } from '../../platform/api/me.ts'
import { productionScenario } from '../../platform/api/paths.ts'
import { planHistoryQuery } from '../../platform/api/plan-history.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { type ComparedPlan, fewestPlans, planOf, plansOf, planText, startingHere } from './compared-plans.ts'
import type { ComparisonSearch } from './comparison-search.ts'

/** Returns up to five plans, the first of the displayed scenario; undefined while they are not known. */
export function useChosenPlans({
  plans,
  with: wanted,
}: ComparisonSearch): readonly ComparedPlan[] | undefined {
  const here = useScenario()
  const { scenarios } = useMe()
  const mayViewPlan = useMayViewPlan()
  const given = startingHere(here.name, plansOf(plans ?? ''))
  const isGiven = given.length >= fewestPlans
  const others = scenarios.filter(({ name }) => name !== here.name)
  const isAlone = !isGiven && others.length === 0
  const { data: history, isLoading } = useQuery({
    ...planHistoryQuery(here.name),
    enabled: isAlone && mayViewPlan,
  })
  if (isGiven) return given
  if (isAlone) {
    if (isLoading) return undefined
    // The plan before the last one.
    const before = history?.at(-2)
    return before === undefined ? given : [...given, { scenario: here.name, id: before.id }]
  }
  // A copy is compared with production by default.
  const production = others.find(({ name }) => name === productionScenario) ?? others[0]
  const first = planOf(wanted ?? '') ?? lastOf(production?.name ?? here.name)
  const besides = others.filter((one) => mayIn(one, 'input.view_demand')).map(({ name }) => lastOf(name))
  const texts = [first, ...besides].map(planText)
  return startingHere(here.name, plansOf([here.name, ...texts].join(',')))
}

const lastOf = (scenario: string): ComparedPlan => ({ scenario, id: undefined })
