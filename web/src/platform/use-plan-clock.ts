/** Reads the current date of the plan for forms and grids, in which typed dates such as `today+7` refer to it. */
import { useEffect } from 'react'
import { readPlanClock } from './api/plan-history.ts'
import { queryClient } from './api/query-client.ts'
import { useScenario } from './use-scenario.ts'

/** Users without the right to view sales orders have the clock of the browser. */
export function usePlanClock(): void {
  const { name, may } = useScenario()
  const mayRead = may('input.view_demand')
  useEffect(() => {
    if (mayRead) void readPlanClock(queryClient, name)
  }, [name, mayRead])
}
