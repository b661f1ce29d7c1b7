/** Tests the screen of the checks of the installation, and its endpoint, against the findings of planctl doctor. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fits } from '../../src/settings/schema-check.ts'
import { checkEndpoints } from '../../src/contract/checks.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

const path = '/app/admin/checks'
const { schema } = checkEndpoints['GET /api/checks/'].answers[200]

describeWeb('the check of the installation', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb()
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const findingsFor = async (as: string) => {
    const { json } = await web.server.request('GET', '/api/checks/', { as })
    if (!fits(schema, json)) throw new Error('The answer differs from the contract.')
    return json.findings
  }

  it('is answered to superusers of production only, in the language of the user', detail, async () => {
    expect(await web.server.request('GET', '/api/checks/', { as: null })).toMatchObject({ status: 401 })
    expect(await web.server.request('GET', '/api/checks/', { as: 'planner' })).toMatchObject({ status: 403 })
    const backup = { check: 'backup', state: 'warning' }
    expect(await findingsFor('admin')).toContainEqual({
      ...backup,
      message: 'The service has made no backup of production',
      remedy: 'Run planctl backup, and let a schedule do it every night.',
    })
    await web.server.addUser({ username: 'erika', language: 'de', rights: { default: 'superuser' } })
    expect(await findingsFor('erika')).toContainEqual({
      ...backup,
      message: 'Der Dienst hat noch keine Sicherung der Produktion angelegt',
      remedy: expect.stringContaining('planctl backup'),
    })
  })

  it('shows problems with remedies first, and checks again on request', async () => {
    await using screen = await web.open(path)
    const { page } = screen
    const problems = page.getByRole('table', { name: 'Problems' })
    await problems.getByText('Run planctl backup').waitFor()
    await page.getByRole('table', { name: 'In order' }).getByText('Up to date').waitFor()
    await web.server.database.query({
      text: `INSERT INTO control."task" ("name", "status", "submitted", "finished")
        VALUES ('backup', 'Done', LOCALTIMESTAMP, LOCALTIMESTAMP)`,
    })
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('The last backup of production is 0.0 days old').waitFor()
    expect(await page.getByText('Run planctl backup').count()).toBe(0)
  })

  it('says so when nothing is wrong, and when the checks cannot run', detail, async () => {
    await using screen = await web.open('/app/default/', { expected: [/status of 500/] })
    const { page } = screen
    let status = 500
    await page.route('**/api/checks/', (route) =>
      status === 500
        ? route.fulfill({ status, json: { detail: 'The disk does not answer.' } })
        : route.fulfill({ json: { host: 'one', checked: new Date().toISOString(), findings: [] } }),
    )
    await page.goto(`${web.server.url}${path}`)
    await page.getByText('The disk does not answer.').waitFor()
    status = 200
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No problems found' }).waitFor()
    expect(await page.getByText('The disk does not answer.').count()).toBe(0)
  })

  it('offers nothing to users who do not administer the service', detail, async () => {
    await using screen = await web.open(path, { as: 'planner', expected: [/status of 403/] })
    await screen.page.getByRole('heading', { name: 'You do not have permission to see this' }).waitFor()
    expect(await screen.page.getByRole('button', { name: 'Check again' }).count()).toBe(0)
  })
})
