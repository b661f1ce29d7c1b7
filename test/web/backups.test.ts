/** Tests the backups of a scenario on the screen, as a superuser. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

describeWeb('backups', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb()
    await web.server.database.query({
      text: `INSERT INTO control."task" ("name", "submitted", "started", "finished", "status", "scenario", "message", "logfile")
        SELECT 'backup', at, at, at, 'Done', 'default', 'backup.sql.gz: 12 records of 3 tables, 1530000 bytes.', 'backup.sql.gz'
        FROM (SELECT LOCALTIMESTAMP - interval '2 days' AS at) AS t`,
    })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('tell how old and how large they are', async () => {
    await using screen = await web.open('/app/admin/backups')
    const { page } = screen
    const row = page.getByRole('row').filter({ hasText: 'backup.sql.gz' })
    await row.getByRole('cell', { name: '1.5 MB', exact: true }).waitFor()
    await row.getByText('2 days ago').waitFor()
    expect(await row.innerText()).not.toContain('bytes')
    await expectAccessible(page)
  })

  it('are described in the language of the user', detail, async () => {
    await web.server.database.query({
      text: `INSERT INTO control."task" ("name", "submitted", "finished", "status", "scenario", "message", "coded_message", "logfile")
        SELECT 'backup', at, at, 'Done', 'default', 'late.sql.gz: 12 records of 3 tables, 2530000 bytes.',
          '{"code": "backup_made", "params": {"file": "late.sql.gz", "rows": 12, "tables": 3, "bytes": 2530000}}', 'late.sql.gz'
        FROM (SELECT LOCALTIMESTAMP AS at) AS t`,
    })
    await web.server.request('PATCH', '/api/me/', { body: { language: 'de' } })
    await using screen = await web.open('/app/admin/backups')
    const row = screen.page.getByRole('row').filter({ hasText: 'late.sql.gz' })
    await row.getByText('late.sql.gz: 12 Datensätze aus 3 Tabellen.', { exact: true }).waitFor()
    expect(await row.getByRole('cell', { name: '2,5 MB' }).count()).toBe(1)
    await web.server.request('PATCH', '/api/me/', { body: { language: 'auto' } })
  })

  it('are neither made nor downloaded by who would be refused', detail, async () => {
    await using screen = await web.open('/app/admin/backups')
    const { page } = screen
    await page.getByRole('row').filter({ hasText: 'backup.sql.gz' }).waitFor()
    const { json } = await web.server.request('GET', '/execute/api/', { as: 'admin' })
    const tasks = Array.isArray(json) ? json : []
    const names = new Set(tasks.map((task: { readonly name: string }) => task.name))
    expect([names.has('runplan'), names.has('backup')]).toEqual([true, false])
    expect(await page.getByRole('button', { name: 'Back up now' }).count()).toBe(0)
    // Whom to ask is not another superuser, but whoever can change the setting.
    await page.getByText('Only superusers in the setting SUPPORT_ACCOUNTS can back it up.').waitFor()
    expect(await page.getByRole('link', { name: 'Download' }).count()).toBe(0)
  })
})
