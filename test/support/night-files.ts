/** Files of a nightly import, and their upload. */
import { expect } from 'vitest'
import type { TaskServer } from './task-server.ts'

export const nightFiles: Readonly<Record<string, string>> = {
  'item.csv': 'name,cost\nbike,120.5\nwheel,20\n',
  'location.csv': 'name\nfactory\n',
  'supplier.csv': 'name\nACME\n',
  'itemsupplier.csv': 'item,location,supplier,leadtime\nwheel,factory,ACME,7 00:00:00\n',
  'demand.csv': 'name,item,location,quantity,due\nSO 1,wheel,factory,100,2027-03-01\n',
  'purchaseorder.csv':
    'reference,status,item,location,supplier,quantity,startdate,enddate\nPO 1,confirmed,wheel,factory,ACME,40,2026-12-01,2026-12-08\n',
}

/** Uploads files into the folder of imports. */
export async function uploadFiles(
  server: Pick<TaskServer, 'request'>,
  contents: Readonly<Record<string, string>>,
): Promise<void> {
  const data = new FormData()
  for (const [name, text] of Object.entries(contents)) data.append(name, new Blob([text]), name)
  const { status, text } = await server.request('POST', '/execute/uploadtofolder/0/', { body: data })
  expect([status, text]).toEqual([200, expect.any(String)])
}
