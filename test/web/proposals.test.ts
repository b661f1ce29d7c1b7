/** Tests proposals on the screen: saved from a list, reviewed with conflicts, decided, applied and undone. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { gridOf } from '../support/grid.ts'

describeWeb('proposals', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', inUse: true })
    await web.server.addUser({ username: 'clerk', rights: { default: 'superuser' } })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const recordOf = async (name: string): Promise<Record<string, unknown>> =>
    Object((await web.server.request('GET', `/api/input/demand/${encodeURIComponent(name)}/`)).json)
  const first = async (): Promise<Record<string, unknown>> => {
    const { json } = await web.server.request('GET', '/api/input/demand/?limit=1')
    return Object(Array.isArray(json) ? json[0] : {})
  }

  it('save what is staged in a list without applying it', detail, async () => {
    const before = await first()
    await using screen = await web.open('/app/default/data/demand', { as: 'clerk' })
    const { page } = screen
    const grid = gridOf(page)
    await grid.ready()
    await grid.choose(0, 'quantity')
    await grid.type('77')
    await page.getByRole('button', { name: 'Save as proposal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 edit is saved without being applied.').waitFor()
    await dialog.getByLabel('Title').fill('More of the first order')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save proposal' }).click()
    await page.getByRole('link', { name: 'Open it' }).waitFor()
    await page.getByRole('region', { name: 'Changes that are not saved' }).waitFor({ state: 'detached' })
    expect((await first())['quantity']).toBe(before['quantity'])
    await page.goto(new URL('/app/default/proposals?state=open', page.url()).href)
    await page.getByRole('link', { name: 'More of the first order' }).click()
    await page.getByRole('heading', { name: 'More of the first order' }).waitFor()
    const main = page.locator('main')
    expect(await main.locator('del').first().innerText()).toBe(String(before['quantity']))
    expect(await main.locator('ins').first().innerText()).toBe('77')
    await page.getByRole('button', { name: 'Show consequences' }).click()
    await page.getByRole('heading', { name: 'Sales orders' }).waitFor({ timeout: 60_000 })
    await expectAccessible(page)
  })

  it('are closed to those who may neither view nor create any', async () => {
    await using screen = await web.open('/app/default/proposals', { as: 'viewer' })
    await screen.page.getByRole('alert').getByRole('heading').waitFor()
    expect(await screen.page.getByText('No proposals').count()).toBe(0)
  })

  it('are reviewed: conflicts are decided, comments kept, applied, and undone', async () => {
    const name = String((await first())['name'])
    const path = `/api/input/demand/${encodeURIComponent(name)}/`
    await web.server.request('PATCH', path, { body: { description: 'old', category: 'old' } })
    const made = await web.server.request('POST', '/api/proposals/', {
      as: 'clerk',
      body: {
        title: 'Words for an order',
        description: 'As the customer wrote.',
        submit: true,
        edits: [
          {
            entity: 'input.demand',
            action: 'update',
            key: name,
            fields: { description: 'new', category: 'new' },
          },
          { entity: 'input.demand', action: 'create', fields: { name: 'SO-P', item: 'nothing' } },
        ],
      },
    })
    await web.server.request('PATCH', path, { body: { description: 'theirs' } })
    await using screen = await web.open(`/app/default/proposals/${Object(made.json).id}`, {
      expected: [/status of 400/],
    })
    const { page } = screen
    await settled(page)
    await page.getByText('It cannot be applied as it is').waitFor()
    await page.getByText('1 conflict', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Comment' }).fill('Their words are better.')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await page.locator('main ol').getByText('Their words are better.').waitFor()
    await page.getByText('Followed by: admin and clerk').waitFor()
    await page.getByRole('button', { name: 'Unfollow' }).click()
    await page.getByText('Followed by: clerk', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Follow this proposal' }).click()
    await page.getByText('Followed by: admin and clerk').waitFor()
    await page.getByRole('combobox', { name: 'Decision for Description' }).click()
    await page.getByRole('option', { name: 'Now' }).click()
    await page.getByRole('button', { name: 'Save decisions' }).click()
    await page.getByText('1 conflict', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    // The item of the new order does not exist.
    await page.getByRole('dialog').getByRole('alert').waitFor()
    // It can be tried again by key.
    await page.locator('[role="dialog"] button[type="submit"]:focus').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect((await recordOf(name))['category']).toBe('old')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Comment' }).fill('Its item is gone')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Rejected', { exact: true }).waitFor()
    await page.getByText('Its item is gone').waitFor()
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).toBe(0)
  })

  it('are applied with decisions about conflicts that were not saved before', detail, async () => {
    const name = String((await first())['name'])
    const path = `/api/input/demand/${encodeURIComponent(name)}/`
    await web.server.request('PATCH', path, { body: { description: 'old' } })
    const made = await web.server.request('POST', '/api/proposals/', {
      as: 'clerk',
      body: {
        title: 'Decided at once',
        submit: true,
        edits: [{ entity: 'input.demand', action: 'update', key: name, fields: { description: 'ours' } }],
      },
    })
    await web.server.request('PATCH', path, { body: { description: 'theirs' } })
    await using screen = await web.open(`/app/default/proposals/${Object(made.json).id}`)
    const { page } = screen
    await page.getByText('1 conflict', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const warning = page.getByRole('alert').filter({ hasText: 'Decide 1 conflict first.' })
    await warning.waitFor()
    await page.getByRole('button', { name: 'Use all proposed values' }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await warning.waitFor({ state: 'detached' })
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Applied', { exact: true }).waitFor()
    expect((await recordOf(name))['description']).toBe('ours')
    expect(screen.problems).toEqual([])
  })

  it('are approved and applied, and the author reads of it in the inbox', detail, async () => {
    const name = String((await first())['name'])
    const made = await web.server.request('POST', '/api/proposals/', {
      as: 'clerk',
      body: {
        title: 'Another description',
        submit: true,
        edits: [{ entity: 'input.demand', action: 'update', key: name, fields: { description: 'reviewed' } }],
      },
    })
    const { id } = Object(made.json)
    {
      await using screen = await web.open(`/app/default/proposals/${id}`)
      const { page } = screen
      for (const action of ['Approve', 'Apply']) {
        await page.getByRole('button', { name: action, exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: action }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await page.getByText('Applied', { exact: true }).waitFor()
      expect((await recordOf(name))['description']).toBe('reviewed')
      // The button that had the focus is gone.
      await page.locator('#page-title:focus').waitFor()
      // The screen offers the undo for as long as it is shown, after the notice is gone as well.
      const main = page.getByRole('main')
      await main.getByText(/^Applied by change set \d+\./).waitFor()
      await expectAccessible(page)
      await main.getByRole('button', { name: /^Undo change set \d+$/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
      await main.getByText(/Undone by admin at .+, change set \d+\.$/).waitFor()
      await page.getByText('Undone', { exact: true }).waitFor()
      expect((await recordOf(name))['description']).not.toBe('reviewed')
      expect(await main.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
      expect(await main.getByRole('button', { name: /^Redo/ }).count()).toBe(1)
      // What was undone comes back by a redo only.
      expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).toBe(0)
      await main.getByRole('button', { name: /^Redo/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Redo' }).click()
      await page.getByText('Applied', { exact: true }).waitFor()
      expect((await recordOf(name))['description']).toBe('reviewed')
    }
    await using screen = await web.open('/app/inbox', { as: 'clerk' })
    const { page } = screen
    await page.getByText('admin applied it').first().waitFor()
    await page.getByRole('link', { name: 'Proposal: Another description' }).first().click()
    await page.getByRole('heading', { name: 'Another description' }).waitFor()
  })

  it('show what a colleague has decided meanwhile when a decision is refused', detail, async () => {
    const name = String((await first())['name'])
    const made = await web.server.request('POST', '/api/proposals/', {
      as: 'clerk',
      body: {
        title: 'Withdrawn meanwhile',
        submit: true,
        edits: [{ entity: 'input.demand', action: 'update', key: name, fields: { description: 'never' } }],
      },
    })
    const { id } = Object(made.json)
    await using screen = await web.open(`/app/default/proposals/${id}`, { expected: [/status of 409/] })
    const { page } = screen
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).waitFor()
    const withdrawn = await web.server.request('POST', `/api/proposals/${id}/withdraw/`, { as: 'clerk' })
    expect(withdrawn.status).toBe(200)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByText(/its state is/).waitFor()
    await page.getByRole('main').getByText('Withdrawn', { exact: true }).waitFor()
  })

  it('are applied in parts: the edits that are not selected stay open', detail, async () => {
    const made = await web.server.request('POST', '/api/proposals/', {
      as: 'clerk',
      body: {
        title: 'Some of it',
        submit: true,
        edits: [
          { entity: 'input.item', action: 'create', fields: { name: 'Part A' } },
          { entity: 'input.item', action: 'create', fields: { name: 'Part B', owner: 'Part A' } },
          { entity: 'input.item', action: 'create', fields: { name: 'Part C' } },
        ],
      },
    })
    await using screen = await web.open(`/app/default/proposals/${Object(made.json).id}`)
    const { page } = screen
    await page.getByText('Needs: Part A').waitFor()
    const box = (name: string) => page.getByRole('checkbox', { name })
    await box('Apply items Part A').uncheck()
    expect(await box('Apply items Part B').isChecked()).toBe(false)
    await page.getByText('Also deselected because it depends on this: Part B').waitFor()
    await page.getByText('Selected: 1 of 3. The others stay open in the proposal.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('dialog').getByText('1 record is written').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Partly applied', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Changes applied separately: 1, as proposal \d+$/ }).waitFor()
    expect(await box('Apply items Part B').isChecked()).toBe(true)
    const status = async (name: string) =>
      (await web.server.request('GET', `/api/input/item/${encodeURIComponent(name)}/`)).status
    expect([await status('Part A'), await status('Part B'), await status('Part C')]).toEqual([404, 404, 200])
    expect(screen.problems).toEqual([])
  })

  it('offer to select edits once all of them are listed', detail, async () => {
    const edits = Array.from({ length: 101 }, (_, place) => {
      return { entity: 'input.item', action: 'create', fields: { name: `Many ${place}` } }
    })
    const made = await web.server.request('POST', '/api/proposals/', {
      body: { title: 'Many', submit: true, edits },
    })
    await using screen = await web.open(`/app/default/proposals/${Object(made.json).id}`)
    const { page } = screen
    await page.getByText('Changes can be selected when all of them are listed.').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    const answer = Promise.withResolvers<void>()
    await page.route('**/edits/**', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Show more' }).click()
    // The first edits stay while the others are read, and so does the focus.
    expect(await page.getByText('Many 99', { exact: true }).count()).toBe(1)
    answer.resolve()
    const last = page.getByRole('checkbox', { name: 'Apply items Many 100' })
    await last.waitFor()
    expect(await page.evaluate<string>('document.activeElement.tagName')).not.toBe('BODY')
    await page.getByRole('checkbox', { name: 'Select all' }).uncheck()
    await last.check()
    await page.getByText('Selected: 1 of 101. The others stay open in the proposal.').waitFor()
    expect(screen.problems).toEqual([])
  })

  it('are no wider than a phone with the long name of a new record', detail, async () => {
    const name = 'Wheel_with_a_reinforced_rim_and_thirty_six_spokes_of_steel'
    const edits = [{ entity: 'input.item', action: 'create', fields: { name } }]
    const body = { title: 'A wheel', submit: true, edits }
    const { json } = await web.server.request('POST', '/api/proposals/', { body })
    await using screen = await web.open(`/app/default/proposals/${Object(json).id}`, { width: 390 })
    await screen.page.getByText(name).first().waitFor()
    await expectNoSidewaysScroll(screen.page)
  })

  it('are made of an undo', detail, async () => {
    const name = String((await first())['name'])
    for (const description of ['reviewed', 'mistake'])
      await web.server.request('PATCH', `/api/input/demand/${encodeURIComponent(name)}/`, {
        body: { description },
      })
    await using screen = await web.open('/app/audit')
    const { page } = screen
    await settled(page)
    const set = page.locator('main ol > li').first()
    await set.getByRole('button').first().click()
    await set.getByRole('button', { name: /^Undo change set \d+$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as proposal' }).click()
    await page.getByRole('dialog').last().locator('button[type=submit]').click()
    await page.getByRole('link', { name: 'Open it' }).click()
    await page.getByRole('heading', { name: /^Undo change set \d+$/ }).waitFor()
    expect(await page.locator('main ins').first().innerText()).toBe('reviewed')
  })
})
