/**
 * Tests the execution screen with real workers: launching by form, watching, ending, repeating, and failures in
 * between.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'
import { planctl } from '../support/planctl.ts'
import { idIn } from '../support/task-server.ts'
import { trialTasks } from '../support/tasks.ts'
import { until } from '../support/wait.ts'

const refused = [/status of 400/]
const away = [/ERR_/, /status of 5\d\d/, /EventSource/]

const form = (page: Page) => page.getByRole('dialog')
const launch = (page: Page) => form(page).getByRole('button', { name: 'Launch' }).click()

/** Waits for the screen of the launched run and for its final status. */
async function expectEnd(page: Page, how: string): Promise<number> {
  await page.waitForURL('**/execute/runs/*')
  await page.locator('header, main').locator(`[data-state="${how}"]`).first().waitFor()
  return Number(page.url().split('/').at(-1))
}

describeWeb('the execution screen', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'jobshop_demo', settings: { EXTENSIONS: trialTasks }, worker: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const openForm = (task: string, options?: Parameters<Web['open']>[1], scenario = 'default') =>
    web.open(`/app/${scenario}/execute?task=${task}`, options)

  describe('forms', () => {
    it('are there for every task, with the command and the request that do the same', detail, async () => {
      await using screen = await web.open('/app/default/execute')
      const { page } = screen
      const { json } = await web.server.request('GET', '/execute/api/')
      const names = Array.isArray(json) ? json.map(({ name }: { readonly name: string }) => name) : []
      expect(names.length).toBeGreaterThan(20)
      for (const name of names) {
        await page.getByRole('button', { name: new RegExp(`\\b${name}$`) }).click()
        await form(page).getByRole('button', { name: 'Launch' }).waitFor()
        const lines = await form(page).locator('code').allInnerTexts()
        expect(lines.at(-2)).toMatch(new RegExp(`^planctl ${name}`))
        expect(lines.at(-1)).toMatch(new RegExp(`^curl -u admin ${web.server.url}/execute/api/${name}/`))
        await page.keyboard.press('Escape')
        await form(page).waitFor({ state: 'detached' })
      }
    })

    it('find a task by typing, and say when there is none', detail, async () => {
      await using screen = await web.open('/app/default/execute')
      const { page } = screen
      await page.getByLabel('Find a task').fill('bucket')
      await page.getByRole('button', { name: /createbuckets$/ }).waitFor()
      await page.getByRole('button', { name: /runplan$/ }).waitFor({ state: 'detached' })
      await page.getByLabel('Find a task').fill('nothing of the kind')
      await page.getByText('There is no task').waitFor()
      expect(await page.getByRole('heading', { level: 3 }).count()).toBe(0)
    })

    it('launch with days, numbers and words: buckets, whose names are shown before', detail, async () => {
      await using screen = await openForm('createbuckets')
      const { page } = screen
      await form(page).getByLabel('First day start', { exact: true }).fill('2026-01-01')
      await form(page).getByLabel('Last day end', { exact: true }).fill('2027-12-31')
      await form(page).getByText('For example:').first().waitFor()
      await launch(page)
      await expectEnd(page, 'Done')
    })

    it('take a day from the calendar, with keys on a phone', detail, async () => {
      await using screen = await openForm('createbuckets', { width: 390 })
      const { page } = screen
      await form(page).getByRole('button', { name: 'Pick a day: First day' }).focus()
      await page.keyboard.press('Enter')
      await page.locator('td button:focus').waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => form(page).getByLabel('First day start', { exact: true }).inputValue())
        .toMatch(/^\d{4}-\d\d-\d\d$/)
    })

    it('launch with a choice, and a switch: a dataset, only checked', detail, async () => {
      await using screen = await openForm('loaddata')
      const { page } = screen
      await form(page).getByRole('combobox', { name: 'Dataset' }).fill('jobshop')
      await page.getByRole('option', { name: 'jobshop_demo' }).click()
      await form(page)
        .getByRole('switch', { name: /\bdryrun\b/ })
        .check()
      await launch(page)
      const { json } = await web.server.request(
        'GET',
        `/execute/api/status/?id=${await expectEnd(page, 'Done')}`,
      )
      expect(JSON.stringify(json)).toContain('--dryrun')
    })

    it(
      'speak the language of the user, with the names that commands have beside the words',
      detail,
      async () => {
        await web.server.addUser({ username: 'greta', language: 'de', rights: { default: 'superuser' } })
        await using screen = await web.open('/app/default/execute', { as: 'greta' })
        const { page } = screen
        await page.getByRole('heading', { level: 3, name: 'Daten' }).waitFor()
        await page.getByLabel('Aufgabe suchen').fill('Zeitraster')
        await page.getByRole('button', { name: 'Zeitraster erzeugen createbuckets' }).waitFor()
        await page.getByLabel('Aufgabe suchen').fill('runplan')
        await page.getByRole('button', { name: 'Plan berechnen runplan' }).click()
        await form(page).getByText('Plant alle offenen Kundenaufträge').waitFor()
        await form(page).getByRole('combobox', { name: 'Art des Plans plantype' }).click()
        await page.getByRole('option', { name: /^Unbeschränkt/ }).click()
        expect((await form(page).locator('code').allInnerTexts()).at(-2)).toBe('planctl runplan --plantype=2')
        await form(page).getByRole('button', { name: 'Starten' }).click()
        await expectEnd(page, 'Done')
        await page.getByText('--plantype=2').waitFor()
        await page.getByRole('link', { name: 'Erneut starten' }).click()
        await form(page)
          .getByRole('combobox', { name: 'Art des Plans plantype' })
          .and(page.locator('[value^="Unbeschränkt"]'))
          .waitFor()
      },
    )

    it('say in the language of the user why a task has failed', detail, async () => {
      await web.server.addUser({ username: 'gabi', language: 'de', rights: { default: 'superuser' } })
      const answer = await web.server.request('POST', '/execute/api/ends/?how=exit&code=3', { as: 'gabi' })
      await using screen = await web.open(`/app/default/execute/runs/${idIn(answer)}`, { as: 'gabi' })
      const { page } = screen
      const reason = 'Der Prozess endete mit dem Exit-Code 3.'
      await page.getByRole('main').getByText(reason).waitFor()
      await page.goto(`${web.server.url}/app/default/execute`)
      await page.getByRole('main').getByText(reason).first().waitFor()
      const { json } = await web.server.request('GET', `/execute/api/status/?id=${idIn(answer)}`, {
        as: 'gabi',
      })
      expect(Object.values(json ?? {})).toMatchObject([
        { message: 'The process ended with exit code 3.', detail: reason },
      ])
    })

    it('launch with a secret, which nobody reads afterwards', detail, async () => {
      await using screen = await openForm('createsuperuser')
      const { page } = screen
      await form(page).getByRole('combobox', { name: 'User name' }).fill('newcomer')
      await form(page).getByLabel('Password').first().fill(goodPassword)
      expect(await form(page).locator('code').allInnerTexts()).not.toContain(goodPassword)
      await launch(page)
      await expectEnd(page, 'Done')
      expect(await page.locator('main').innerText()).not.toContain(goodPassword)
    })

    it('launch with nothing at all: the plan, whose end is told to whoever cannot see', async () => {
      await using screen = await web.open('/app/default/execute')
      const { page } = screen
      await page.getByRole('main').getByRole('button', { name: 'Run the plan', exact: true }).click()
      await launch(page)
      await expectEnd(page, 'Done')
      await page.locator('[aria-live]', { hasText: 'Done' }).first().waitFor({ state: 'attached' })
    })

    it('want the name of the scenario before they delete', detail, async () => {
      await using screen = await openForm('empty', {}, 'scenario1')
      const { page } = screen
      const button = form(page).getByRole('button', { name: 'Launch' })
      expect(await button.isDisabled()).toBe(true)
      await form(page).getByLabel('Type “scenario1” to confirm').fill('scenario1')
      await button.click()
      await expectEnd(page, 'Done')
    })

    it('show what was refused at the field, and keep what was typed', async () => {
      await using screen = await openForm('createbuckets', { expected: refused })
      const { page } = screen
      await form(page).getByLabel('First day start', { exact: true }).fill('2030-01-01')
      await form(page).getByLabel('Last day end', { exact: true }).fill('2020-01-01')
      await launch(page)
      await form(page).getByRole('alert').getByText('The request was rejected').waitFor()
      await form(page).locator('[aria-invalid="true"]').first().waitFor()
      expect(await form(page).getByLabel('First day start', { exact: true }).inputValue()).toBe('2030-01-01')
    })

    it('show a command that really does the same', detail, async () => {
      await using screen = await openForm('loaddata', {}, 'scenario1')
      const { page } = screen
      await form(page).getByRole('combobox', { name: 'Dataset' }).fill('jobshop_demo')
      await page.keyboard.press('Escape')
      await form(page)
        .getByRole('switch', { name: /\bshift\b/ })
        .uncheck()
      const line = (await form(page).locator('code').allInnerTexts()).at(-2) ?? ''
      expect(line).toBe('planctl loaddata jobshop_demo --no-shift --database=scenario1')
      const { stdout, stderr, exitCode } = await planctl(line.split(' ').slice(1), {
        env: {
          PLANCTL_VAR: web.server.folder,
          PLANCTL_DATABASE_URL: web.server.databaseUrl,
          PLANCTL_TIME_ZONE: 'UTC',
        },
      })
      expect([exitCode, stderr]).toEqual([0, expect.any(String)])
      expect(stdout + stderr).not.toBe('')
      const { headers } = await web.server.request('GET', '/scenario1/api/input/operation/?limit=1')
      expect(Number(headers.get('x-total-count'))).toBeGreaterThan(0)
    })
  })

  describe('runs', () => {
    it('are watched while they go on, ended, and run again with the same arguments', async () => {
      await using screen = await openForm('patient')
      const { page } = screen
      await launch(page)
      const id = await expectEnd(page, 'running')
      await page.getByRole('progressbar', { name: '25 % done' }).waitFor()
      await page.getByText('waits to be stopped').first().waitFor()
      await page.getByRole('log').getByText('waiting').first().waitFor()
      await page.getByRole('button', { name: 'Cancel run', exact: true }).click()
      await page.getByRole('dialog').getByText(`Cancel run #${id}, Task patient?`).waitFor()
      const buttons = page.getByRole('dialog').locator('form').getByRole('button')
      expect(await buttons.allInnerTexts()).toEqual(['Keep running', 'Cancel run'])
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
      await expectEnd(page, 'Canceled')
      await page.getByRole('link', { name: 'Run again' }).click()
      await launch(page)
      await page.waitForURL((url) => url.pathname.endsWith(`/runs/${id + 1}`))
      await expectEnd(page, 'running')
      await web.server.request('POST', `/execute/api/cancel/?id=${id + 1}`, { as: 'admin' })
      await expectEnd(page, 'Canceled')
    })

    it('are ended from the list, which changes by itself', detail, async () => {
      await using screen = await web.open('/app/default/execute')
      const { page } = screen
      const id = await web.server.launch('patient')
      await page.getByRole('button', { name: `Cancel run #${id}, Task patient` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
      await page
        .getByRole('button', { name: `Cancel run #${id}, Task patient` })
        .waitFor({ state: 'detached' })
      await page.getByRole('group', { name: 'Which runs are shown' }).getByText('Canceled').click()
      await page.waitForURL('**/execute?status=Canceled')
      await page
        .getByRole('link', { name: /patient/ })
        .first()
        .waitFor()
      expect(await page.locator('main [data-state="Done"]').count()).toBe(0)
    })

    it('say at once that they are being ended, however long that takes', detail, async () => {
      const id = await web.server.launch('stubborn')
      await using screen = await web.open(`/app/default/execute/runs/${id}`)
      const { page } = screen
      await page.getByRole('progressbar', { name: '50 % done' }).waitFor()
      await page.getByRole('button', { name: 'Cancel run', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
      const button = page.getByRole('button', { name: 'Canceling …' })
      await button.waitFor()
      expect(await button.getAttribute('aria-disabled')).toBe('true')
      await page.goto('/app/default/execute')
      await page.locator('main [data-state="Canceled"]').first().waitFor()
    })

    it('are shown as ended that have ended before the stream of events is connected', detail, async () => {
      const id = await web.server.launch('patient')
      await using screen = await web.open('/app/default/execute')
      const { page } = screen
      const connects = Promise.withResolvers<void>()
      await page.route('**/execute/api/events/**', async (route) => {
        await connects.promise
        await route.continue()
      })
      await page.reload()
      const button = page.getByRole('button', { name: `Cancel run #${id}, Task patient` })
      await button.waitFor()
      await web.server.request('POST', `/execute/api/cancel/?id=${id}`, { as: 'admin' })
      await web.server.ended(id)
      connects.resolve()
      await button.waitFor({ state: 'detached' })
      await page.locator('main [data-state="Canceled"]').first().waitFor()
      expect(screen.problems).toEqual([])
    })

    it('are told by the title of their task when they end', detail, async () => {
      await using screen = await web.open('/app/default/execute/groups')
      const { page } = screen
      await page.getByRole('heading', { level: 1 }).waitFor()
      // Tasks of other users, and of the operator, are not announced here.
      const { json } = await web.server.request('POST', '/execute/api/patient/', { as: 'admin' })
      const id = Number(Object(json).taskid)
      await page.getByRole('button', { name: 'Activity: 1 task is running' }).waitFor()
      await web.server.request('POST', `/execute/api/cancel/?id=${id}`, { as: 'admin' })
      await page.getByRole('status').filter({ hasText: 'Canceled: Task patient' }).first().waitFor()
      expect(await page.getByRole('button', { name: 'Activity: nothing is running' }).count()).toBe(1)
    })

    it('keep their log when they cannot be read again', detail, async () => {
      const id = await web.server.launch('patient')
      await using screen = await web.open(`/app/default/execute/runs/${id}`, { expected: [/status of 500/] })
      const { page } = screen
      const search = page.getByLabel('Search the log')
      await search.fill('patient')
      await page.route('**/execute/api/status/**', (route) =>
        route.fulfill({ status: 500, json: { detail: 'Out of order.' } }),
      )
      const streams: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/execute/api/events/')) streams.push(request.url())
      })
      await expect
        .poll(async () => {
          await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
          return await page.getByText('Out of order.').count()
        })
        .toBe(1)
      expect(await search.inputValue()).toBe('patient')
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Out of order.').waitFor({ state: 'detached' })
      expect(await search.inputValue()).toBe('patient')
      expect(streams).toEqual([])
      await web.server.request('POST', `/execute/api/cancel/?id=${id}`, { as: 'admin' })
      await web.server.ended(id)
    })

    it('have a log that is searched and narrowed down', detail, async () => {
      const id = await web.server.launch('loaddata', { fixture: 'jobshop_demo', dryrun: true })
      await web.server.ended(id)
      await using screen = await web.open(`/app/default/execute/runs/${id}`)
      const { page } = screen
      const lines = page.getByRole('log').getByRole('listitem')
      await lines.first().waitFor()
      const all = await lines.count()
      await page.getByLabel('Search the log').fill('there is no such line')
      await page.getByText('No matching lines.').waitFor()
      await page.getByLabel('Search the log').fill('')
      await expect.poll(() => lines.count()).toBe(all)
      await page.getByRole('switch', { name: 'Only warnings and errors' }).check()
      await page.getByText('No matching lines.').waitFor()
    })

    it('have an empty log, which is no fault, if they were canceled while they waited', detail, async () => {
      const id = await web.server.launch('patient')
      const waiting = await web.server.launch('patient')
      for (const one of [waiting, id]) {
        await web.server.request('POST', `/execute/api/cancel/?id=${one}`, { as: 'admin' })
        await web.server.ended(one)
      }
      await using screen = await web.open(`/app/default/execute/runs/${waiting}`, {
        expected: [/status of 404/],
      })
      const { page } = screen
      await page.getByText('The log is empty.').waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    })

    it('say that their log, or the arguments to run again with, could not be read', detail, async () => {
      const id = await web.server.launch('loaddata', { fixture: 'jobshop_demo', dryrun: true })
      await web.server.ended(id)
      await using screen = await web.open('/app/default/', { expected: [/status of 500/] })
      const { page } = screen
      await page.route('**/execute/api/log/**', (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(`/app/default/execute/runs/${id}`)
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
      expect(await page.getByText('The log is empty.').count()).toBe(0)
      await page.unroute('**/execute/api/log/**')
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('log').getByRole('listitem').first().waitFor()
      await page.route('**/execute/api/rerun/**', (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(`/app/default/execute?task=loaddata&from=${id}`)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('alert').waitFor()
      expect(await dialog.getByRole('button', { name: 'Launch' }).count()).toBe(0)
    })

    it('go on telling after the service was away', detail, async () => {
      const id = await web.server.launch('patient')
      await web.server.untilTask(id, 'runs', ({ status }) => status === '25%')
      await using screen = await web.open(`/app/default/execute/runs/${id}`, { expected: away })
      const { page } = screen
      await page.getByRole('log').getByText('waiting').first().waitFor()
      await web.server.restart(async () => {
        await page.getByText('The service cannot be reached.').waitFor()
      })
      await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' })
      await web.server.request('POST', `/execute/api/cancel/?id=${id}`, { as: 'admin' })
      await expectEnd(page, 'Canceled')
    })
  })
})

describeWeb('a worker that is killed in the middle of a task', () => {
  it(
    'leaves a run that says so by itself, once another worker is there',
    { ...detail, timeout: 120_000 },
    async () => {
      await using web = await startWeb({ settings: { EXTENSIONS: trialTasks } })
      await using screen = await web.open('/app/default/execute')
      const { page } = screen
      await page.getByText('No worker').waitFor()
      const worker = await web.server.startWorkerProcess()
      await page.goto('/app/default/execute?task=patient')
      await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click()
      await page.waitForURL('**/execute/runs/*')
      await page.getByRole('progressbar', { name: '25 % done' }).waitFor()
      const tasks = await worker.processes()
      await worker.end('SIGKILL')
      for (const id of tasks) await until('its processes end', () => !isThere(id))
      await web.server.startWorker()
      await page.locator('main [data-state="Failed"]').first().waitFor()
      await page.getByText('Why it failed').waitFor()
      expect(await page.getByRole('link', { name: 'Run again' }).isVisible()).toBe(true)
    },
  )
})

function isThere(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
