/** Tests the plan of a sales order: visible bars, a date scale, the critical chain, and labels instead of codes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

describeWeb('the plan of a sales order', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('says that it is cut if it is larger than what is read', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    // As for a tree with more levels than are read.
    await page.route(/\/api\/output\/(pegging|supplypath)\//, (route) =>
      route.continue({ url: `${route.request().url()}&depth=2` }),
    )
    for (const path of ['data/demand/SO-10902/plan', 'supplypath/demand/SO-10902']) {
      await page.goto(`/app/default/${path}`)
      await page.getByText(/^The tree is too large to be shown as a whole: \d+ branch/).waitFor()
      expect(await page.getByRole('treegrid').getByText('continues').count()).toBeGreaterThan(0)
    }
  })

  it('shows when its orders run though it takes from stock, and which of them decide', detail, async () => {
    await using screen = await web.open('/app/default/data/demand/SO-10902/plan', { as: 'planner' })
    const { page } = screen
    await page.setViewportSize({ width: 1600, height: 3200 })
    await settled(page)
    await page.getByRole('button', { name: 'Expand all' }).click()
    const tree = page.getByRole('treegrid')
    // Stock has a row without dates.
    await tree.getByText('stock', { exact: true }).first().waitFor()
    const widths = await tree
      .locator('svg rect')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBeGreaterThan(60)
    const dates = await tree.getByRole('columnheader').last().locator('span').allInnerTexts()
    expect(dates.filter((text) => /^\d{4}-\d\d-\d\d$/.test(text)).length).toBeGreaterThan(1)
    const [rows, critical] = [
      await tree.getByRole('row').count(),
      await tree.getByText('critical', { exact: true }).count(),
    ]
    expect(critical).toBeGreaterThan(3)
    expect(critical).toBeLessThan(rows / 2)
    expect(await tree.getByText('DLVR', { exact: true }).count()).toBe(0)
  })

  it('names the cause that costs most first, whatever its number', detail, async () => {
    // As after a plan that is stored as a difference, whose new causes have the highest numbers.
    await web.server.database.query({
      text: `UPDATE "default"."constraint" SET "id" = "id" + 100000
        WHERE "rank" = 1`,
    })
    const { rows } = await web.server.database.query<{ demand: string; owner: string }>({
      text: `SELECT "demand", "owner" FROM "default"."constraint" AS c WHERE "rank" = 1 AND "together" IS NULL
        ORDER BY (SELECT count(*) FROM "default"."constraint" AS o WHERE o."demand" = c."demand") DESC, "id" LIMIT 1`,
    })
    const { demand, owner } = rows[0]!
    await using screen = await web.open(`/app/default/data/demand/${demand}/plan`, { as: 'planner' })
    const first = screen.page.getByRole('alert').getByRole('listitem').first()
    await expect.poll(() => first.innerText()).toContain(owner)
  })

  it(
    'lets facts and causes scroll away on a small screen, and says why a priority is planned anew',
    detail,
    async () => {
      const path = '/app/default/data/demand/SO-10902/plan?show=try'
      await using screen = await web.open(path, { width: 390 })
      const { page } = screen
      const priority = page.getByLabel('Priority')
      await priority.fill('1')
      await page.getByText('A new priority has its full effect only if everything is planned again').waitFor()
      await page.getByText('Keep the plan, move only affected orders').click()
      await page.getByText('A new priority has its full effect').waitFor({ state: 'detached' })
      const screenTop = await page.getByRole('main').evaluate((main) => {
        main.scrollTo(0, main.scrollHeight)
        return main.getBoundingClientRect().top
      })
      const facts = page.getByText('Radhaus Verbund').first()
      expect(await facts.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(screenTop)
    },
  )

  it('is walked through by keys: the row is announced, and Enter opens its order', async () => {
    await using screen = await web.open('/app/default/data/demand/SO-10902/plan', { as: 'planner' })
    const { page } = screen
    const tree = page.getByRole('treegrid')
    await tree.getByRole('row').nth(2).waitFor()
    await tree.focus()
    const active = (): Promise<string> =>
      page.evaluate<string>(`(() => {
        const id = document.activeElement.getAttribute('aria-activedescendant')
        return id === null ? '' : document.getElementById(id).getAttribute('aria-rowindex')
      })()`)
    expect(await active()).toBe('2')
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe('3')
    await page.keyboard.press('End')
    await expect.poll(active).toBe(await tree.getAttribute('aria-rowcount'))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/data/operationplan?reference=*')
  })

  const listed = async (path: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const { json } = await web.server.request('GET', path)
    return Array.isArray(json) ? json.map(Object) : []
  }

  /** Returns the name of a sales order that is delivered in full and on time. */
  async function orderOnTime(): Promise<string> {
    const reasons = await listed('/api/output/constraint/?fields=demand')
    const late = new Set(reasons.map(({ demand }) => demand))
    const open = await listed('/api/input/demand/?status=open&fields=name,delay')
    // Delivered early, or to the second.
    const found = open.find(({ name, delay }) => /^(?:-.*|[0:. ]+)$/.test(String(delay)) && !late.has(name))
    return String(found?.name)
  }

  it('is called on time only if the reasons against it could be read', detail, async () => {
    const demand = await orderOnTime()
    await using screen = await web.open('/app/default/', { expected: [/status of 500/] })
    const { page } = screen
    await page.route('**/api/output/constraint/**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`/app/default/data/demand/${encodeURIComponent(demand)}/plan`)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.getByText('It is delivered on time').count()).toBe(0)
    await page.unroute('**/api/output/constraint/**')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('It is delivered on time').waitFor()
  })

  it('starts no search for remedies before it is known whether the order is late', detail, async () => {
    const demand = await orderOnTime()
    await using screen = await web.open('/app/default/')
    const { page } = screen
    let searches = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/plan/remedies/')) searches += 1
    })
    const released = Promise.withResolvers<void>()
    await page.route('**/api/output/constraint/**', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.goto(`/app/default/data/demand/${encodeURIComponent(demand)}/plan?show=remedies`)
    await page.getByRole('tab', { name: 'Remedies', selected: true }).waitFor()
    released.resolve()
    await page.getByText('No remedy is needed.').waitFor()
    expect(searches).toBe(0)
  })

  it('shows the whole time line beside its columns on a usual screen', detail, async () => {
    await using screen = await web.open('/app/default/data/demand/SO-10902/plan', {
      width: 1440,
      height: 900,
    })
    const { page } = screen
    const tree = page.getByRole('treegrid')
    const bar = tree.locator('svg rect').first()
    await bar.waitFor()
    await settled(page)
    expect(await tree.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    // Neither dates nor headers are cut.
    const cut = await tree
      .locator('[role="columnheader"], [role="gridcell"]')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      )
    expect(cut).toEqual([])
  })

  it(
    'says of a closed sales order that it is not planned, instead of searching for remedies',
    detail,
    async () => {
      const { json } = await web.server.request('GET', '/api/input/demand/?status=closed&fields=name&limit=1')
      const [{ name }] = Object(json)
      await using screen = await web.open(`/app/default/data/demand/${name}/plan?show=remedies`)
      const { page } = screen
      await page.getByText('Sales orders with the status “closed” are not planned').waitFor()
      expect(await page.getByText('Searching for remedies').count()).toBe(0)
    },
  )

  it('says so too while the last plan still has orders for it', detail, async () => {
    const path = '/api/input/demand/SO-10903/'
    await web.server.request('PATCH', path, { body: { status: 'canceled' } })
    await using screen = await web.open('/app/default/data/demand/SO-10903/plan?show=remedies', {
      as: 'planner',
    })
    const { page } = screen
    await page.getByText('Sales orders with the status “canceled” are not planned').waitFor()
    await page.getByRole('treegrid').getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
    await web.server.request('PATCH', path, { body: { status: 'open' } })
  })

  it('calls types and statuses by their words', detail, async () => {
    await web.server.addUser({ username: 'greta', language: 'de', rights: { default: 'superuser' } })
    await using screen = await web.open('/app/default/data/demand/SO-10902/plan', {
      as: 'greta',
    })
    const { page } = screen
    await settled(page)
    await page.getByRole('treegrid').getByText('Lieferung', { exact: true }).waitFor()
    // The labels of values are loaded a moment after the first row.
    await expect.poll(() => page.getByRole('treegrid').getByText('proposed', { exact: true }).count()).toBe(0)
  })

  it('begins its network on a phone with the readable part next to the root', detail, async () => {
    await using screen = await web.open('/app/default/supplypath/demand/SO-10902?show=graph', {
      width: 390,
      height: 800,
    })
    const { page } = screen
    const nodes = page.getByRole('application').locator('[data-kind]')
    await nodes.filter({ hasText: 'Assemble E-Cargo green' }).waitFor()
    const [room, ...boxes] = await Promise.all(
      [page.getByRole('application'), ...(await nodes.all())].map((one) => one.boundingBox()),
    )
    expect(boxes.length).toBeGreaterThan(2)
    for (const box of boxes) {
      expect(box!.x).toBeGreaterThanOrEqual(room!.x)
      expect(box!.x + box!.width).toBeLessThanOrEqual(room!.x + room!.width)
      expect(box!.width).toBeGreaterThan(120)
    }
    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect.poll(() => nodes.count()).toBeGreaterThan(40)
  })

  it('moves its network only while the main button is pressed', detail, async () => {
    await using screen = await web.open('/app/default/supplypath/demand/SO-10902?show=graph')
    const { page } = screen
    const graph = page.getByRole('application')
    await graph.locator('[data-kind]').first().waitFor()
    const place = (): Promise<string | null> => graph.locator('svg > g').getAttribute('transform')
    const { x, y, width, height } = (await graph.boundingBox())!
    const before = await place()
    await page.mouse.move(x + width / 2, y + height - 20)
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(x + width / 2 + 60, y + height - 40, { steps: 5 })
    await page.mouse.up({ button: 'right' })
    expect(await place()).toBe(before)
    // Pressed inside, and released outside before the drag begins.
    await page.mouse.move(x + 2, y + height - 20)
    await page.mouse.down()
    await page.mouse.move(x - 1, y + height - 20)
    await page.mouse.up()
    await page.mouse.move(x + width / 2, y + height - 40, { steps: 5 })
    expect(await place()).toBe(before)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 60, y + height - 60, { steps: 5 })
    await page.mouse.up()
    await expect.poll(place).not.toBe(before)
  })

  it(
    'shows its network as a graph with the bottleneck, by keys as well, and closes branches',
    detail,
    async () => {
      await using screen = await web.open('/app/default/supplypath/demand/SO-10902?show=graph')
      const { page } = screen
      const graph = page.getByRole('application')
      const marked = graph.locator('[data-mark="bottleneck"]').filter({ hasText: 'Paint line' })
      await marked.waitFor()
      const count = await graph.locator('[data-kind]').count()
      await graph.focus()
      await graph.press('ArrowLeft')
      expect(await graph.locator('[data-active="true"]').textContent()).toContain('Assemble E-Cargo green')
      await graph.press(' ')
      await expect.poll(() => graph.locator('[data-kind]').count()).toBe(2)
      await page.getByText('Assemble E-Cargo green: collapsed').waitFor({ state: 'attached' })
      const field = page.getByRole('searchbox', { name: 'Find in the tree' })
      // As an input method for Japanese does: the text stays open until a word is chosen.
      await field.focus()
      const keys = await page.context().newCDPSession(page)
      for (const text of ['ｈ', 'ｈう', 'はぶ']) {
        await keys.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        })
        await page.waitForTimeout(50)
      }
      await keys.send('Input.insertText', { text: 'hub' })
      expect(await field.inputValue()).toBe('hub')
      await field.fill('hub motor')
      // What a closed branch hides is found as well.
      await page.getByRole('button', { name: /^Found: [2-9]/ }).click()
      await expect.poll(() => graph.locator('[data-kind]').count()).toBe(count)
      expect(await graph.locator('[data-active="true"]').textContent()).toMatch(/hub motor/i)
      const place = (): Promise<string | null> => graph.locator('svg > g').getAttribute('transform')
      const before = await place()
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await expect.poll(place).not.toBe(before)
      await field.fill('no such part')
      await page.getByText(/^Found: 0 · /).waitFor()
      await page.getByText('Tree', { exact: true }).click()
      await page.getByRole('treegrid').waitFor()
      await page.getByText('Found: 0', { exact: true }).waitFor()
    },
  )
})
