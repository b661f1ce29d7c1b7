/** Plans late demands again once all others are planned. */
import { Revision } from '../improve/revision.ts'
import { latenessOf } from '../lateness.ts'
import type { Steps } from '../pauses.ts'
import { deliver } from './deliver.ts'
import type { Delivery } from './delivery.ts'
import type { Search } from './search.ts'

/** Plans each late demand again and keeps the result if it is less late: other orders may have been removed since. */
export function* replanLate(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  const revision = new Revision(search, deliveries)
  for (const { demand } of deliveries) {
    if (latenessOf([revision.delivery(demand)]) === 0) continue
    revision.attempt([demand], () => [deliver(search, demand)])
    yield
  }
  revision.close()
  return deliveries.map(({ demand }) => revision.delivery(demand))
}
