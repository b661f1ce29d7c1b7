/** Logs what a promotion changes for the customers. */
import { homeOf, isSameDatabase } from '../database/homes.ts'
import { compareDeliveries } from '../planning/history/compare-deliveries.ts'
import { changeCountsText } from '../planning/run/change-counts-text.ts'
import type { TaskContext } from './definition.ts'

/**
 * Logs what a promotion changes for the deliveries of sales orders. Plans on different database servers are not
 * compared, because no statement reads both.
 */
export async function logChangedDeliveries(
  { service, signal, log }: TaskContext,
  { source, destination }: { readonly source: string; readonly destination: string },
): Promise<void> {
  const home = homeOf(service.control, source)
  if (!isSameDatabase(home, homeOf(service.control, destination))) {
    log(`The plans of "${source}" and "${destination}" are on different database servers: not compared.`)
    return
  }
  const changes = await compareDeliveries(home, { from: destination, to: source, signal })
  if (changes !== undefined) log(changeCountsText(`the plan of "${destination}"`, changes))
}
