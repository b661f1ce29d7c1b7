/** Tests the mouse in a grid: drags beyond its edge. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'
import { openGrid } from '../support/grid.ts'

describeWeb('the mouse in a grid', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('selects one cell after rows were dragged beyond the edge', detail, async () => {
    await using screen = await openGrid(web, 'demand')
    const { page, grid } = screen
    const selected = page.locator('.ag-cell.g-range')
    const { x, y } = (await grid.cell(2, 'quantity').boundingBox())!
    await page.mouse.move(x + 20, y + 10)
    await page.mouse.down()
    await page.mouse.move(x + 20, 599, { steps: 4 })
    await expect.poll(() => selected.count()).toBeGreaterThan(8)
    await page.mouse.up()
    await page.keyboard.press('Control+Home')
    await expect.poll(() => grid.focus()).toBe('name 0')
    const { x: left, y: top } = (await grid.cell(1, 'quantity').boundingBox())!
    await page.mouse.move(left + 20, top + 10)
    await page.mouse.down()
    // Rows are selected in intervals while the pointer is pressed.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
    await page.mouse.up()
    expect(await selected.count()).toBe(1)
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    expect(await grid.text(1, 'quantity')).toBe('7')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
  })
})
