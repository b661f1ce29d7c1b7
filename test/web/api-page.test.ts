import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

describeWeb('the API page', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('asks with the own session, shows the answer, and gives the same as code', async () => {
    await using screen = await web.open('/app/api?entity=input.item', { as: 'viewer' })
    const { page } = screen
    await settled(page)
    await page.getByRole('textbox', { name: 'Path' }).fill('/api/input/item/?limit=1&fields=name')
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.waitFor()
    const records: readonly object[] = JSON.parse(await answer.innerText())
    expect(records.map((record) => Object.keys(record))).toEqual([['name']])
    await page.getByText('200', { exact: true }).waitFor()
    const code = page.getByRole('region', { name: 'As code' })
    expect(await code.innerText()).toContain(`${web.server.url}/api/input/item/?limit=1&fields=name`)
    await page.getByText('Python', { exact: true }).click()
    await page.getByText('import json, os, urllib.request').waitFor()
    // A viewer is offered nothing that would be rejected.
    expect(await page.getByText('Deletes one record').count()).toBe(0)
  })

  it('says what the service says to a bad request', detail, async () => {
    await using screen = await web.open('/app/api?entity=input.item', { expected: [/status of 400/] })
    const { page } = screen
    await settled(page)
    await page.getByRole('textbox', { name: 'Path' }).fill('/api/input/item/?limit=none')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('400', { exact: true }).waitFor()
    expect(await page.getByRole('region', { name: 'Answer' }).innerText()).toContain('limit')
  })
})
