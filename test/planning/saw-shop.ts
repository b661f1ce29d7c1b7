/** The smallest workshop, for tests of questions to a plan over HTTP. */
import type { ApiServer } from '../support/api.ts'

/** Creates one saw, open day and night, on which a chair takes an hour. */
export async function createSawShop({ api }: ApiServer): Promise<void> {
  const create = api.create.bind(api)
  await create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
  await create('/api/input/location/', [{ name: 'plant' }])
  await create('/api/input/item/', [{ name: 'chair' }])
  await create('/api/input/resource/', [{ name: 'saw', maximum: 1, location: 'plant' }])
  await create('/api/input/operation/', [
    { name: 'make', type: 'time_per', item: 'chair', location: 'plant', duration_per: '01:00:00' },
  ])
  await create('/api/input/operationresource/', [{ operation: 'make', resource: 'saw', quantity: 1 }])
}
