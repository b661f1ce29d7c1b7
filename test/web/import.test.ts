/**
 * Tests the import of one file on the screen: errors are shown before anything is stored, and rejected rows can be
 * downloaded.
 */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

describeWeb('the import of a file', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', worker: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const list = async (filter: string): Promise<readonly unknown[]> => {
    const { json } = await web.server.request('GET', `/api/input/item/?fields=name,cost&${filter}`)
    return Array.isArray(json) ? json : []
  }

  it('goes from a file with faults over a dry run to a result with rejected rows', async () => {
    await using screen = await web.open('/app/default/data/item/import')
    const { page } = screen
    const content = 'article;cost;note\nfaulty;dear;\nimported one;1,5;n\nimported two;2;n\n'
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (
      await chooser
    ).setFiles({ name: 'articles.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    // The screen requests the information that the header does not contain.
    await page.getByText('These columns cannot be imported').waitFor()
    expect(await page.getByLabel('Delimiter').inputValue()).toBe('semicolon')
    await page.getByLabel('Field for the column “article”').selectOption('name')
    await page.getByText('These columns cannot be imported').waitFor({ state: 'detached' })
    await page.getByText('1 column is skipped: note').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Dry run' }).click()
    const check = page.getByRole('region', { name: 'Dry run' })
    await check.getByText('First errors').first().waitFor()
    expect(await check.locator('dd').allTextContents()).toEqual(['2', '0', '0', '1'])
    expect(await list('name__startswith=imported')).toEqual([])

    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('link', { name: 'Download 1 rejected row' }).waitFor()
    expect(await result.locator('dd').allTextContents()).toEqual(['2', '0', '0', '1'])
    expect(await list('name__startswith=imported&ordering=name')).toEqual([
      { name: 'imported one', cost: 1.5 },
      { name: 'imported two', cost: 2 },
    ])
    const download = page.waitForEvent('download')
    await result.getByRole('link', { name: 'Download 1 rejected row' }).click()
    const rejected = await readFile(await (await download).path(), 'utf8')
    expect(rejected).toMatch(/rejected because.*article.*\n.*line 2/)
    expect(await result.getByRole('link', { name: 'Log of this run' }).getAttribute('href')).toMatch(
      /execute\/runs\/\d+$/,
    )
    await result.getByRole('button', { name: /^Undo change set \d+$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Items: 2 removed').waitFor()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await list('name__startswith=imported')).toEqual([])
  })

  it(
    'can be tried again after it was refused, and reports a result that cannot be read',
    detail,
    async () => {
      await using screen = await web.open('/app/default/data/item/import', { expected: [/status of 503/] })
      const { page } = screen
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a file' }).click()
      const buffer = Buffer.from('name,cost\nsecond try,3\n')
      await (await chooser).setFiles({ name: 'items.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Dry run' }).click()
      const start = page.getByRole('button', { name: 'Import 1 row' })
      await start.waitFor()
      // The service then stores nothing, as after an import that was canceled.
      await page.route(
        /\/execute\/api\/importfromfolder\//,
        (route) => {
          const order: object = JSON.parse(route.request().postData() ?? '{}')
          return route.continue({ postData: JSON.stringify({ ...order, dryrun: true }) })
        },
        { times: 1 },
      )
      await start.click()
      await page.getByRole('region', { name: 'Result' }).locator('dd').first().waitFor()
      await page.route(/\/outcome\/$/, (route) => route.fulfill({ status: 503 }), { times: 1 })
      await page.getByRole('button', { name: 'Dry run' }).click()
      await page.getByRole('button', { name: 'Try again' }).click()
      await start.waitFor()
      expect(await page.getByText('Nothing was imported').count()).toBe(0)
      await start.click()
      await page.getByRole('region', { name: 'Result' }).locator('dd').first().waitFor()
      expect(await list('name=second%20try')).toHaveLength(1)
    },
  )

  it(
    'keeps the mapping of the columns for another file with the same headers, and says so',
    detail,
    async () => {
      await using screen = await web.open('/app/default/data/item/import')
      const { page } = screen
      const choose = async (name: string, content: string): Promise<void> => {
        const chooser = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Choose a file' }).click()
        await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
      }
      await choose('one.csv', 'article;cost\nkept one;1\n')
      await page.getByLabel('Field for the column “article”').selectOption('name')
      await page.getByRole('button', { name: 'Another file' }).click()
      await choose('two.csv', 'cost;article;note\n2;kept two;n\n')
      await page.getByText('Columns with the same headers are mapped as in the file before.').waitFor()
      expect(await page.getByLabel('Field for the column “article”').inputValue()).toBe('name')
      await page.getByRole('button', { name: 'Dry run' }).click()
      const check = page.getByRole('region', { name: 'Dry run' })
      await expect.poll(() => check.locator('dd').allTextContents()).toEqual(['1', '0', '0', '0'])
    },
  )

  it(
    'shows what it would change, and rejects changes that others made after the export unless they are to be overwritten',
    detail,
    async () => {
      const items = ['exported one', 'exported two'].map((name) => ({ name, cost: 1 }))
      await web.server.request('POST', '/api/input/item/', { body: items })
      const { text } = await web.server.request(
        'GET',
        '/api/input/item/?name__startswith=exported&format=csv',
      )
      await web.server.request('PATCH', '/api/input/item/exported%20two/', { body: { cost: 5 } })
      await using screen = await web.open('/app/default/data/item/import')
      const { page } = screen
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a file' }).click()
      const [header = '', ...lines] = text.trimEnd().split(/\r?\n/)
      const cost = header.split(',').indexOf('cost')
      const edited = lines.map((line) => line.split(',').with(cost, '3').join(','))
      const buffer = Buffer.from([header, ...edited, ''].join('\n'))
      await (await chooser).setFiles({ name: 'items.csv', mimeType: 'text/csv', buffer })
      // Its last modification is read, although no field gets it.
      const dates = page.getByLabel('Field for the column “lastmodified”')
      expect(await dates.locator('option:checked').innerText()).toBe('Not imported; finds newer changes')
      const skipped = page.getByText(/columns? (is|are) skipped/)
      expect((await skipped.allInnerTexts()).join()).not.toContain('lastmodified')
      await page.getByRole('button', { name: 'Dry run' }).click()
      const check = page.getByRole('region', { name: 'Dry run' })
      await check
        .getByText('1 row would overwrite a change that was made after the file was exported.')
        .waitFor()
      await check
        .getByText(/^"exported two" was changed after the file was written: cost \(admin, /)
        .waitFor()
      const changes = check.getByRole('table', { name: 'First changes' }).getByRole('row')
      expect(await changes.allInnerTexts()).toEqual([
        expect.stringMatching(/^Record\s+Field\s+Before\s+After$/),
        expect.stringMatching(/^exported one\s+Cost\s+1\s+3$/),
      ])
      await page.getByLabel('Overwrite newer changes').check()
      await page.getByRole('button', { name: 'Dry run' }).click()
      await page.getByRole('button', { name: 'Import 2 rows' }).click()
      await page
        .getByRole('region', { name: 'Result' })
        .getByText('1 row has overwritten a change that was made after the file was exported.')
        .waitFor()
      expect(await list('name__startswith=exported&ordering=name')).toEqual([
        { name: 'exported one', cost: 3 },
        { name: 'exported two', cost: 3 },
      ])
    },
  )

  it('can be saved as a proposal instead', detail, async () => {
    await using screen = await web.open('/app/default/data/item/import')
    const { page } = screen
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    const buffer = Buffer.from('name,cost\nproposed one,3\n')
    await (await chooser).setFiles({ name: 'items.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByRole('button', { name: 'Save as proposal' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('link', { name: /proposal/i }).click()
    await page.getByText('proposed one').first().waitFor()
    expect(await list('name=proposed%20one')).toEqual([])
  })

  it('says who may not import, and what cannot be imported', async () => {
    await using viewer = await web.open('/app/default/data/item/import', { as: 'viewer' })
    await viewer.page.getByText('You need the right to add or change items').waitFor()
    expect(await viewer.page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0)
    await using computed = await web.open('/app/default/data/problem/import')
    await computed.page.getByText('Records of this kind are computed').waitFor()
  })
})
