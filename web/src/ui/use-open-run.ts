/** Opens the screen of a run. */
import { useNavigate } from '@tanstack/react-router'
import { useScenario } from '../platform/use-scenario.ts'

/** Returns a function that opens the screen of a run in the scenario of the screen. */
export function useOpenRun(): (id: number) => void {
  const navigate = useNavigate()
  const scenario = useScenario()
  return (id) => {
    void navigate({
      to: '/app/$scenario/execute/runs/$id',
      params: { scenario: scenario.name, id: String(id) },
    })
  }
}
