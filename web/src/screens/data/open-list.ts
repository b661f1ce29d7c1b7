/** Loads the code and the data of a list in parallel with its screen. */
import type { QueryClient } from '@tanstack/react-query'
import { begin } from '../../platform/begin.ts'

/** @param route entity as in the address: `demand`, or `output.problem` */
export function openList(client: QueryClient, scenario: string, route: string): void {
  // Not awaited: the screen shows the data that is available.
  begin(() => import('../../grid/engine/engine.ts'))
  begin(async () => {
    const { readListAhead } = await import('./read-ahead.ts')
    await readListAhead(client, scenario, route)
  })
}
