/**
 * Tests files on the screen: uploading, importing, errors, downloading, deleting, and workbooks in both directions.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(name.replace('.', '\\.')) })

async function expectEnd(page: Page, how: string): Promise<void> {
  await page.waitForURL('**/execute/runs/*')
  await page.locator(`main [data-state="${how}"]`).first().waitFor()
}

describeWeb('files', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'jobshop_demo', worker: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('are uploaded together, one of them wrong; imported; and what was wrong is told with its row', async () => {
    await using screen = await web.open('/app/default/execute/files', { expected: [/status of 40\d/] })
    const { page } = screen
    await settled(page)
    await page.getByText('There is no file to import').waitFor()
    await page
      .locator('input[type="file"]')
      .setInputFiles([
        fileOf('customer.csv', 'name,category\nA first customer,retail\n'),
        fileOf('demand.csv', 'name,item,quantity\nA wrong order,,many\n'),
        fileOf('program.exe', 'MZ'),
      ])
    await row(page, 'program.exe').getByText('Unknown data: skipped').waitFor()
    await page.getByText('3 of 3 files uploaded').waitFor({ state: 'attached' })
    await row(page, 'customer.csv')
      .getByText(/customer/i)
      .last()
      .waitFor()
    await page.getByRole('button', { name: 'Import these files' }).click()
    const question = page.getByRole('dialog', { name: 'Import 2 files into' })
    expect(await question.locator('ol > li').allInnerTexts()).toEqual([
      expect.stringMatching(/^customer\.csv/),
      expect.stringMatching(/^demand\.csv/),
    ])
    await question.getByText('1 file is skipped').waitFor()
    await question.getByRole('listitem').filter({ hasText: 'program.exe' }).waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Only check' }).click()
    await expectEnd(page, 'Failed')
    const counts = page.locator('main dl').filter({ hasText: 'Sales orders' }).locator('dd').first()
    await page.setViewportSize({ width: 390, height: 844 })
    // On a phone the counts take the width of the panel.
    expect((await counts.boundingBox())!.width).toBeGreaterThan(250)
    await page.setViewportSize({ width: 1440, height: 900 })
    const path = '/api/input/customer/A%20first%20customer/'
    expect((await web.server.request('GET', path)).status).toBe(404)
    await page.goto('/app/default/execute/files')
    await page.getByRole('button', { name: 'Import these files' }).click()
    await question.getByRole('button', { name: 'Import 2 files' }).click()
    await page.waitForURL('**/execute/runs/*')
    await page.getByRole('log').getByText('many').first().waitFor()
    await expectEnd(page, 'Failed')
    expect((await web.server.request('GET', path)).status).toBe(200)
    const result = page.getByRole('alert').filter({ hasText: 'Why it failed' })
    // The page reads the result of the files after the end of the run.
    await expect.poll(() => result.getByRole('term').allInnerTexts()).toEqual(['Customers', 'Sales orders'])
    await result.getByRole('link', { name: 'Rejected rows' }).click()
    await page.waitForURL('**/execute/files?folder=errors')
    await page.goto('/app/default/execute')
    const run = page.getByRole('listitem').filter({ hasText: '1 of 2 rows imported, 1 rejected.' })
    await run.getByRole('link', { name: 'Rejected rows' }).waitFor()
  })

  it('are imported alone if they are selected', detail, async () => {
    await using screen = await web.open('/app/default/execute/files')
    const { page } = screen
    await page
      .locator('input[type="file"]')
      .setInputFiles([
        fileOf('supplier.csv', 'name\nA selected supplier\n'),
        fileOf('skill.csv', 'name\nA skill of another file\n'),
      ])
    await row(page, 'skill.csv').waitFor()
    await row(page, 'supplier.csv').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Import 1 selected file' }).click()
    const question = page.getByRole('dialog', { name: 'Import 1 file into' })
    await question.getByText(/^Only 1 selected file of \d+\.$/).waitFor()
    await question.getByRole('button', { name: 'Import 1 file' }).click()
    await page.waitForURL('**/execute/runs/*')
    await expectEnd(page, 'Done')
    const read = async (path: string) => (await web.server.request('GET', path)).status
    expect(await read('/api/input/supplier/A%20selected%20supplier/')).toBe(200)
    expect(await read('/api/input/skill/A%20skill%20of%20another%20file/')).toBe(404)
    for (const name of ['supplier.csv', 'skill.csv'])
      await web.server.request('DELETE', `/execute/deletefromfolder/0/${name}/`)
  })

  it('are not imported in place of selected ones that have vanished', detail, async () => {
    await using screen = await web.open('/app/default/execute/files')
    const { page } = screen
    const upload = (...names: readonly string[]): Promise<void> =>
      page
        .locator('input[type="file"]')
        .setInputFiles(names.map((name) => fileOf(name, 'name\nAn unselected record\n')))
    const remove = (name: string) => web.server.request('DELETE', `/execute/deletefromfolder/0/${name}/`)
    await upload('supplier.csv', 'skill.csv')
    await row(page, 'supplier.csv').getByRole('checkbox').check()
    await row(page, 'skill.csv').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Import 2 selected files' }).waitFor()
    await remove('supplier.csv')
    // The list is read again after an upload.
    await upload('other.txt')
    await page.getByRole('button', { name: 'Import 1 selected file' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Import 1 file' }).waitFor()
    await remove('skill.csv')
    await upload('other.txt')
    const attempt = question.getByRole('button', { name: 'Import 0 files' })
    await attempt.waitFor()
    expect(await attempt.isDisabled()).toBe(true)
    expect(await question.getByRole('button', { name: 'Only check' }).isDisabled()).toBe(true)
    await remove('other.txt')
  })

  it('whose upload fails after the screen was left are named in a notice', detail, async () => {
    await using screen = await web.open('/app/default/execute/files', { expected: [/status of 507/] })
    const { page } = screen
    await settled(page)
    const isLeft = Promise.withResolvers<void>()
    await page.route('**/execute/uploadtofolder/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await isLeft.promise
      return route.fulfill({ status: 507, json: { detail: 'The disk is full.' } })
    })
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.locator('input[type="file"]').setInputFiles([fileOf('other.txt', 'Ask Bob.')])
    await sent
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sales orders' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sales orders' }).waitFor()
    isLeft.resolve()
    const notice = page.getByRole('alert').filter({ hasText: 'other.txt' })
    await notice.waitFor()
    expect(await notice.innerText()).toContain('The disk is full.')
  })

  it('show what was uploaded after another folder was looked at', detail, async () => {
    await using screen = await web.open('/app/default/execute/files')
    const { page } = screen
    await page.locator('input[type="file"]').setInputFiles([fileOf('other.txt', 'Ask Bob.')])
    const upload = page.locator('li[data-state="done"]').filter({ hasText: 'other.txt' })
    await upload.waitFor()
    await page.getByRole('tab', { name: 'Exported' }).click()
    await page.waitForURL('**/execute/files?folder=export')
    await upload.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'To import' }).click()
    await expect.poll(() => upload.count()).toBe(1)
    await web.server.request('DELETE', '/execute/deletefromfolder/0/other.txt/')
  })

  it('are listed in the order in which they are imported, and looked into', detail, async () => {
    await using screen = await web.open('/app/default/execute/files')
    const { page } = screen
    await settled(page)
    await page
      .locator('input[type="file"]')
      .setInputFiles([
        fileOf('demand.csv', 'name;item;quantity\nAn order;A thing;3\n'),
        fileOf('item.csv', 'name,cost\nA thing,2\n'),
        fileOf('notes.txt', 'Ask Ann.\n'),
      ])
    await row(page, 'notes.txt').waitFor()
    await page.getByRole('button', { name: 'Replace the file' }).click()
    await row(page, 'demand.csv')
      .getByText(/Changed since the import of/)
      .waitFor()
    const names = await page.getByRole('row').locator('button').filter({ hasText: '.' }).allInnerTexts()
    // The files of the import still exist; the one that was replaced has changed since.
    expect(names).toEqual(['item.csv', 'demand.csv', 'notes.txt', 'program.exe', 'customer.csv'])
    await page.getByRole('button', { name: 'Preview demand.csv' }).click()
    const dialog = page.getByRole('dialog', { name: 'demand.csv' })
    await dialog.getByRole('cell', { name: 'An order' }).waitFor()
    await dialog.getByText('Semicolon ;').waitFor()
    await expectAccessible(page)
    expect(new URL(page.url()).searchParams.get('look')).toBe('demand.csv')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'notes.txt', exact: true }).click()
    await page.getByRole('dialog').getByText('Ask Ann.').waitFor()
    for (const name of ['demand.csv', 'item.csv', 'notes.txt'])
      await web.server.request('DELETE', `/execute/deletefromfolder/0/${name}/`)
  })

  it(
    'that were imported are told from new ones, and not imported again unless that is wanted',
    detail,
    async () => {
      await web.server.request('DELETE', '/execute/deletefromfolder/0/AllFiles/')
      await using screen = await web.open('/app/default/execute/files')
      const { page } = screen
      await settled(page)
      const choose = page.locator('input[type="file"]')
      await choose.setInputFiles([fileOf('setupmatrix.csv', 'name\nA matrix\n')])
      await row(page, 'setupmatrix.csv').getByText('New', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Import these files' }).click()
      await page.getByRole('button', { name: 'Import 1 file' }).click()
      await expectEnd(page, 'Done')
      const run = new URL(page.url()).pathname
      await page.goto('/app/default/execute/files')
      const last = row(page, 'setupmatrix.csv').getByRole('link', { name: /^Imported .*, unchanged since$/ })
      expect(await last.getAttribute('href')).toBe(run)
      await choose.setInputFiles([fileOf('skill.csv', 'name\nA skill\n')])
      await row(page, 'skill.csv').waitFor()
      expect(await page.locator('th[scope="rowgroup"]').allInnerTexts()).toEqual([
        'New or changed files',
        'Imported files, unchanged since',
      ])
      await page.getByRole('button', { name: 'Import these files' }).click()
      const question = page.getByRole('dialog', { name: 'Import 1 file into' })
      await question.getByText('1 file was imported before and has not changed since.').waitFor()
      expect(await question.locator('ol > li').allInnerTexts()).toEqual([
        expect.stringMatching(/^skill\.csv/),
      ])
      await expectAccessible(page)
      await question.getByRole('checkbox', { name: 'Import only the new and changed files' }).uncheck()
      await page.getByRole('dialog', { name: 'Import 2 files into' }).waitFor()
      await page.keyboard.press('Escape')
      await web.server.request('DELETE', '/execute/deletefromfolder/0/AllFiles/')
    },
  )

  it('are replaced only after a question', detail, async () => {
    await using screen = await web.open('/app/default/execute/files')
    const { page } = screen
    await settled(page)
    const choose = page.locator('input[type="file"]')
    const content = async () =>
      (await web.server.request('GET', '/execute/downloadfromfolder/0/skill.csv/')).text
    await choose.setInputFiles([fileOf('skill.csv', 'name\nfirst\n')])
    await row(page, 'skill.csv').waitFor()
    for (const [answer, expected] of [
      ['Keep the existing files', 'name\nfirst\n'],
      ['Replace the file', 'name\nsecond\n'],
    ] as const) {
      await choose.setInputFiles([
        fileOf('skill.csv', 'name\nsecond\n'),
        fileOf('customer.csv', `name\n${answer}\n`),
      ])
      const question = page.getByRole('dialog', { name: 'Replace' })
      await question.getByRole('listitem').filter({ hasText: 'skill.csv' }).waitFor()
      await question.getByRole('button', { name: answer }).click()
      await question.waitFor({ state: 'detached' })
      await row(page, 'customer.csv').waitFor()
      await expect.poll(content).toBe(expected)
      await web.server.request('DELETE', '/execute/deletefromfolder/0/customer.csv/')
      await page.reload()
      await settled(page)
    }
    await web.server.request('DELETE', '/execute/deletefromfolder/0/AllFiles/')
  })

  it('of rejected rows are kept to be corrected', async () => {
    await using screen = await web.open('/app/default/execute/files?folder=errors')
    const { page } = screen
    await row(page, 'demand').first().waitFor()
    expect(await page.getByRole('main').innerText()).toContain('errors')
  })

  it('are downloaded, one or all, and deleted after a question that names them', detail, async () => {
    await using screen = await web.open('/app/default/execute/files')
    const { page } = screen
    await page
      .locator('input[type="file"]')
      .setInputFiles([fileOf('item.csv', 'name\nAn item\n'), fileOf('location.csv', 'name\nA place\n')])
    await row(page, 'location.csv').waitFor()
    const one = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download item.csv' }).click()
    expect(await readFile(await (await one).path(), 'utf8')).toBe('name\nAn item\n')
    const all = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download all as zip' }).click()
    expect((await readFile(await (await all).path())).subarray(0, 2).toString()).toBe('PK')
    await page.getByRole('checkbox', { name: 'Select item.csv' }).check()
    await page.getByRole('checkbox', { name: 'Select location.csv' }).check()
    await page.getByRole('button', { name: 'Delete 2 files' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('location.csv').waitFor()
    await dialog.getByRole('button', { name: 'Delete 2 files' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'item.csv').waitFor({ state: 'detached' })
    await row(page, 'location.csv').waitFor({ state: 'detached' })
  })

  it('of the plan are exported into their folder', detail, async () => {
    await using screen = await web.open('/app/default/execute/files?folder=export')
    const { page } = screen
    await page.getByRole('button', { name: 'Export the plan' }).click()
    await expectEnd(page, 'Done')
    await page.goto('/app/default/execute/files?folder=export')
    await page.getByRole('checkbox', { name: 'Select all files' }).waitFor()
  })

  it('of a whole scenario go out as a workbook and come in again, checked first', detail, async () => {
    await using screen = await web.open('/app/default/execute/spreadsheet')
    const { page } = screen
    await settled(page)
    const made = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const path = await (await made).path()
    const buffer = await readFile(path)
    expect(buffer.subarray(0, 2).toString()).toBe('PK')
    const bring = async (button: string): Promise<void> => {
      await page.goto('/app/default/execute/spreadsheet')
      await settled(page)
      await page.locator('input[type="file"]').setInputFiles({
        name: 'plan.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer,
      })
      if (button === 'Import') await page.getByRole('switch', { name: /^Only check/ }).press('Space')
      await page.getByRole('button', { name: button, exact: true }).click()
      await expectEnd(page, 'Done')
    }
    await bring('Check')
    await page.locator('dd').getByText('--dryrun').waitFor()
    await bring('Import')
  })
})
