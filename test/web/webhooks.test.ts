/** Tests webhooks on the screen: created, tested, sent again, changed, disabled by the service and deleted. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runWebhooks, type Webhooks } from '../../src/tasks/webhooks/run-webhooks.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

describeWeb('webhooks', () => {
  let web: Web
  let endpoint: Server
  let url: string
  let webhooks: Webhooks
  let status = 204
  const received: string[] = []
  beforeAll(async () => {
    web = await startWeb({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
    endpoint = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']))
      request.resume()
      response.writeHead(status).end(status === 204 ? '' : 'The ERP is closed.')
    }).listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const bound = endpoint.address()
    url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/hooks`
    webhooks = runWebhooks(web.server.service, { backoffSeconds: [0.1], intervalMs: 100 })
  })
  afterAll(async () => {
    await webhooks.close()
    endpoint.close()
    await web[Symbol.asyncDispose]()
  })

  it('are made with a secret that is shown once, tested, and sent again', async () => {
    await using screen = await web.open('/app/admin/webhooks', { expected: [/status of 400/] })
    const { page } = screen
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByLabel('Name').fill('ERP')
    await page.getByRole('textbox', { name: 'Address' }).fill('ftp://erp')
    await page.getByRole('checkbox', { name: 'Tasks' }).uncheck()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Give the address of an endpoint').waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill(url)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('heading', { name: 'ERP', level: 1 }).waitFor()
    const secret = await page.locator('main code').first().innerText()
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('heading', { name: 'Nothing was sent yet' }).waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Arrived', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Send again: msg_\d+$/ }).click()
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]).toBe(received[0])
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('heading', { name: 'ERP', level: 1 }).waitFor()
    expect(await page.getByText(secret).count()).toBe(0)
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    await page.locator('main code', { hasText: 'whsec_' }).waitFor()
  })

  it(
    'that are refused too long are disabled: their owner reads of it, and enables them again',
    detail,
    async () => {
      status = 503
      const created = await web.server.request('POST', '/api/input/customer/', {
        body: [{ name: 'refused' }],
      })
      expect(created.status).toBe(201)
      const first = async (): Promise<Record<string, unknown>> => {
        const { json } = await web.server.request('GET', '/api/webhooks/')
        return Object(Array.isArray(json) ? json[0] : {})
      }
      expect((await first())['kinds']).toEqual(['changeset', 'plan', 'proposal'])
      await expect.poll(async () => (await first())['enabled']).toBe(false)
      await using screen = await web.open('/app/inbox')
      const { page } = screen
      await page.getByText('so the webhook was disabled').waitFor()
      await page.getByRole('link', { name: 'Webhook: ERP' }).click()
      await page.getByRole('heading', { name: 'ERP', level: 1 }).waitFor()
      await page.getByText('Given up').waitFor()
      await page.getByText('Answer', { exact: true }).first().click()
      await page.getByText('The ERP is closed.').first().waitFor()
      expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true)
      await settled(page)
      await expectAccessible(page)
      status = 204
      await page.getByRole('button', { name: 'Enable again' }).click()
      await page.getByRole('alert').waitFor({ state: 'detached' })
      await page
        .getByRole('button', { name: /^Send again: msg_\d+$/ })
        .first()
        .click()
      await page.getByText('Given up').waitFor({ state: 'detached' })
    },
  )

  it('keep what is typed when somebody else, or the service, changes them meanwhile', detail, async () => {
    const body = { name: 'MES', url, kinds: ['plan'], entities: [], scenarios: ['default'], enabled: true }
    const { id } = Object((await web.server.request('POST', '/api/webhooks/', { body })).json)
    await using screen = await web.open(`/app/admin/webhooks/${id}`)
    const { page } = screen
    await page.getByLabel('Name').fill('Shop floor')
    await web.server.request('PATCH', `/api/webhooks/${id}/`, { body: { enabled: false } })
    await expect.poll(() => page.getByRole('switch').isChecked(), { timeout: 20_000 }).toBe(false)
    expect(await page.getByLabel('Name').inputValue()).toBe('Shop floor')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Shop floor', level: 1 }).waitFor()
    const { json } = await web.server.request('GET', `/api/webhooks/${id}/`)
    expect(json).toMatchObject({ name: 'Shop floor', enabled: false })
    expect((await web.server.request('DELETE', `/api/webhooks/${id}/`)).status).toBe(204)
  })

  it('are changed and deleted, and others may not see them', detail, async () => {
    await using screen = await web.open('/app/admin/webhooks')
    const { page } = screen
    await page.getByRole('link', { name: 'ERP' }).click()
    await page.getByLabel('Name').fill('Warehouse')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await using other = await web.open('/app/admin/webhooks', {
      as: 'planner',
      expected: [/status of 403/],
    })
    await other.page.locator('main h2').first().waitFor()
    expect(await other.page.getByRole('button', { name: 'Add webhook' }).count()).toBe(0)
  })
})
