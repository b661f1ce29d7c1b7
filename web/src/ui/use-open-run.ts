/** Opens the screen of a run. */
import { useNavigate } from '@tanstack/react-router'
import { useScenario } from '../platform/use-scenario.ts'

/**
 * Returns a function that opens the screen of a run in the scenario of the screen.
 * @param isLaunched whether the run was launched with a form, which has nothing left to lose
 */
export function useOpenRun(isLaunched = false): (id: number) => void {
  const navigate = useNavigate()
  const scenario = useScenario()
  return (id) => {
    void navigate({
      to: '/app/$scenario/execute/runs/$id',
      params: { scenario: scenario.name, id: String(id) },
      ignoreBlocker: isLaunched,
    })
  }
}
