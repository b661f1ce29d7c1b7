/** Creates the data of an installation in use: a plan, successful and failed runs, a group of tasks, files. */
import type { WebServer } from './web-server.ts'

/** Creates buckets and the plan of production. Requires a worker. */
async function planProduction(server: WebServer): Promise<void> {
  for (const name of ['createbuckets', 'runplan']) {
    const { status, message } = await server.ended(await server.launch(name))
    if (status !== 'Done') throw new Error(`${name} ended as ${status}: ${message}`)
  }
}

/** Uploads files to the import folder (0). */
export async function uploadFiles(
  server: WebServer,
  files: Readonly<Record<string, string>>,
  as = 'admin',
): Promise<void> {
  const body = new FormData()
  for (const [name, text] of Object.entries(files)) body.append('file', new Blob([text]), name)
  const { status, text } = await server.request('POST', '/execute/uploadtofolder/0/', { as, body })
  if (status >= 300) throw new Error(`The upload was refused: ${status} ${text}`)
}

/** Creates a proposal that conflicts with a later change. */
async function propose(server: WebServer): Promise<void> {
  const path = '/api/input/customer/A%20new%20customer/'
  const fields = { description: 'As proposed', category: 'wholesale' }
  const { status, text } = await server.request('POST', '/api/proposals/', {
    as: 'admin',
    body: {
      title: 'A better description',
      submit: true,
      edits: [{ entity: 'input.customer', action: 'update', key: 'A new customer', fields }],
    },
  })
  if (status !== 201) throw new Error(`The proposal was refused: ${text}`)
  await server.request('PATCH', path, { as: 'admin', body: { category: 'dealer' } })
}

/** Creates a disabled webhook with messages that were delivered, are being retried, or have failed for good. */
async function leaveDeliveries(server: WebServer): Promise<void> {
  const body = { name: 'ERP', url: 'https://erp.example.com/hooks', enabled: false }
  const { status, text } = await server.request('POST', '/api/webhooks/', { as: 'admin', body })
  if (status !== 201) throw new Error(`The webhook was refused: ${text}`)
  await server.database.query({
    text: `INSERT INTO control."webhookdelivery" ("webhook", "kind", "body", "attempts", "due", "delivered", "status", "answer")
      SELECT w."id", d.* FROM control."webhook" w, (VALUES
        ('changeset', '{}', 1, NULL::timestamptz, now(), 204, ''),
        ('plan', '{}', 2, now() + interval '1 h', NULL, 503, 'The ERP is closed for maintenance until six o''clock.'),
        ('task', '{}', 13, NULL, NULL, NULL, 'connect ECONNREFUSED'),
        ('gap', '{}', 0, now() + interval '1 h', NULL, NULL, NULL)) d`,
  })
  await server.database.query({
    text: `UPDATE control."webhook" SET "fault" = '{"code": "webhook_refused", "params": {"delivery": 3}}'`,
  })
}

/**
 * Runs a plan, and creates an import with rejected rows, a group of tasks, a file to import, a proposal and a
 * webhook.
 */
export async function useInstallation(server: WebServer): Promise<void> {
  await planProduction(server)
  await uploadFiles(server, {
    'customer.csv': 'name,category\nA new customer,retail\n',
    'demand.csv': 'name,item,quantity\nSO-none,,many\n',
  })
  await server.ended(await server.launch('importfromfolder'))
  const { status, text } = await server.request('POST', '/api/execute/scheduledtask/', {
    as: 'admin',
    body: {
      name: 'Night',
      enabled: true,
      starttimes: ['06:00'],
      steps: [{ task: 'importfromfolder', arguments: {} }, { task: 'runplan' }],
    },
  })
  if (status !== 201) throw new Error(`The group was refused: ${text}`)
  await propose(server)
  await leaveDeliveries(server)
}
