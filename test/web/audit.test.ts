import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

describeWeb('the audit trail', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', worker: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('shows how a plan changed the key figures, next to who made it', detail, async () => {
    const ask = (path: string, body: object) =>
      web.server.request('POST', `/api/plan/${path}/`, { as: 'admin', body })
    const edit = { entity: 'input.demand', action: 'update', key: 'CO-20391', fields: { quantity: 2400 } }
    for (const edits of [[], [edit]]) {
      const { json } = await ask('trial', { edits, mode: 'replan' })
      expect((await ask('accept', { token: Object(json).token })).status).toBe(200)
    }
    await using screen = await web.open('/app/audit')
    const { page } = screen
    const newest = page.locator('main ol > li').first()
    await newest.getByText(/Quantity × days late [\d,.]+ → [\d,.]+/).waitFor()
    expect(await newest.innerText()).toContain('admin')
  })

  it('leads from what a proposal changed to the proposal', detail, async () => {
    const { json } = await web.server.request('POST', '/api/proposals/', {
      body: {
        title: 'Call first',
        submit: true,
        edits: [
          {
            entity: 'input.demand',
            action: 'update',
            key: 'CO-20392',
            fields: { description: 'Call first' },
          },
        ],
      },
    })
    const { id } = Object(json)
    await web.server.request('POST', `/api/proposals/${id}/apply/`)
    await using screen = await web.open('/app/audit')
    const { page } = screen
    const newest = page.locator('main ol > li').first()
    await newest.getByText(`Proposal ${id}`).waitFor()
    await newest.getByRole('button').first().click()
    await newest.getByRole('link', { name: `Proposal ${id}` }).click()
    await page.getByRole('heading', { name: 'Call first' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/app/default/proposals/${id}`)
  })

  it('shows what somebody has changed, from old to new, and filters by the address', async () => {
    await using screen = await web.open('/app/default/', { as: 'planner' })
    const { page, context } = screen
    await settled(page)
    const cookie = (await context.cookies()).find(({ name }) => name === 'csrftoken')
    const headers = { 'x-csrftoken': cookie?.value ?? '' }
    const items: readonly { name: string }[] = await (
      await context.request.get('/api/input/item/?limit=1')
    ).json()
    const name = items[0]?.name ?? ''
    const path = `/api/input/item/${encodeURIComponent(name)}/`
    for (const description of ['before', 'after']) {
      const answer = await context.request.patch(path, { headers, data: { description } })
      expect(answer.status()).toBe(200)
    }
    await page.goto('/app/audit?user=planner')
    await settled(page)
    const sets = page.locator('main ol > li')
    await sets.first().waitFor()
    expect(await sets.count()).toBe(2)
    await sets.first().getByRole('button').first().click()
    await sets.first().getByRole('link', { name, exact: true }).waitFor()
    expect(await sets.first().locator('del').innerText()).toBe('before')
    expect(await sets.first().locator('ins').innerText()).toBe('after')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text.split('\r\n')).toHaveLength(4)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await page.waitForURL('**/app/audit?scenario=default')
    await page.getByText('distribution_demo').first().waitFor()
  })

  it('shows what a deleted record was', detail, async () => {
    const { server } = web
    const path = '/api/input/customer/'
    await server.request('POST', path, { body: [{ name: 'Gone soon', category: 'retail' }] })
    await server.request('DELETE', `${path}Gone%20soon/`)
    await using screen = await web.open('/app/audit', {})
    const set = screen.page.locator('main ol > li').first()
    await set.getByRole('button').first().click()
    await set.getByText('Gone soon').first().waitFor()
    expect(await set.locator('del').allInnerTexts()).toEqual(expect.arrayContaining(['Gone soon', 'retail']))
    expect(await set.locator('del', { hasText: '(empty)' }).count()).toBe(0)
    expect(await set.locator('ins').count()).toBe(0)
  })

  it('has its scenario in the address, for a colleague and another tab', detail, async () => {
    await using screen = await web.open('/app/audit?channel=api')
    await screen.page.waitForURL('**/app/audit?channel=api&scenario=default')
    await screen.page.goto('/app/audit?scenario=nowhere')
    await screen.page.getByText('You cannot open the scenario “nowhere”').waitFor()
    expect(new URL(screen.page.url()).searchParams.get('scenario')).toBe('nowhere')
  })

  it('calls tasks by their title, in a set and where it leads to the run', detail, async () => {
    const { server } = web
    const emptied = await server.request('POST', '/execute/api/empty/?models=input.demand', {
      headers: { Prefer: 'wait=30' },
    })
    expect(emptied.status).toBe(200)
    const { json } = await server.request('GET', '/execute/api/')
    const tasks: readonly { readonly name: string; readonly title: string }[] = Array.isArray(json)
      ? json
      : []
    const title = tasks.find(({ name }) => name === 'empty')?.title.replace(/\.$/, '') ?? ''
    expect(title).toMatch(/planning data/)
    await using screen = await web.open('/app/audit', {})
    const set = screen.page.locator('main ol > li', { hasText: title }).first()
    await set.getByRole('button').first().click()
    await set.getByRole('link', { name: title, exact: true }).waitFor()
  })

  it('tells moments in the zone of the browser, whatever the zone of the service', detail, async () => {
    await using screen = await web.open('/app/audit?user=planner', { timeZone: 'Asia/Tokyo' })
    const first = screen.page.locator('main ol > li').first()
    expect(await first.locator('time').innerText()).toMatch(/(?:second|minute)s? ago/)
    const clock = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: 'Asia/Tokyo',
    })
    const hours = [0, 600_000].map((since) => clock.format(Date.now() - since).slice(0, 13))
    expect(hours).toContain((await first.locator('b').first().innerText()).slice(0, 13))
  })

  it('lists the account log for administrators, filtered by the address, and exports it', async () => {
    const { server } = web
    const path = `/api/common/user/?username=planner&fields=id`
    const [user] = Object((await server.request('GET', path)).json)
    await server.request('PATCH', `/api/common/user/${user.id}/`, { body: { is_superuser: true } })
    await using screen = await web.open('/app/admin/accounts?event=rights_granted&user=planner', {})
    const { page } = screen
    const row = page.locator('main tbody tr').first()
    await row.getByText('Rights granted', { exact: true }).waitFor()
    expect(await row.locator('td').allInnerTexts()).toEqual(
      expect.arrayContaining(['planner', 'admin', expect.stringContaining('all rights')]),
    )
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain(',rights_granted,planner,admin,')
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await page.getByText('Sign-in', { exact: true }).first().waitFor()
    await server.request('PATCH', `/api/common/user/${user.id}/`, { body: { is_superuser: false } })
  })

  it('says so to who may not see it', detail, async () => {
    await using screen = await web.open('/app/audit', { as: 'norights', expected: [/status of 403/] })
    await screen.page.getByRole('heading', { name: 'You do not have permission to see this' }).waitFor()
    expect(await screen.page.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true)
  })
})
