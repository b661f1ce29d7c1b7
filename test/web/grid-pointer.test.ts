/** Tests the mouse in a grid: drags beyond its edge, and keys and the menu after a click on a check box. */
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

  it('ticks the row of a check box, and keys change no other cell', detail, async () => {
    await using screen = await openGrid(web, 'demand')
    const { page, grid } = screen
    const bar = page.getByRole('region', { name: 'Changes that are not saved' })
    const ticked = page.locator('.ag-row .g-check:checked')
    const before = await grid.text(2, 'quantity')
    await grid.choose(2, 'quantity')
    await grid.cell(7, '#check').click({ position: { x: 2, y: 2 } })
    await expect.poll(() => ticked.count()).toBe(1)
    expect(await grid.focus()).toBe('#check 7')
    for (const key of ['Delete', 'Backspace', '5', 'F2', 'Enter', 'Alt+ArrowDown', 'Control+d'])
      await page.keyboard.press(key)
    expect(await bar.count()).toBe(0)
    expect(
      await page.locator('.ag-row input[type="text"], [data-testid="grid"] input[type="text"]').count(),
    ).toBe(0)
    expect(await grid.text(2, 'quantity')).toBe(before)
    await page.keyboard.press(' ')
    await expect.poll(() => ticked.count()).toBe(0)
    for (const [key, focus] of [
      ['ArrowDown', '#check 8'],
      ['ArrowUp', '#check 7'],
      ['ArrowRight', 'name 7'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => grid.focus(), { message: key }).toBe(focus)
    }
    // The box itself keeps the focus in the grid.
    const box = grid.cell(6, '#check').locator('.g-check')
    await box.click()
    await expect.poll(() => ticked.count()).toBe(1)
    expect(await grid.focus()).not.toBe('BODY')
    await page.keyboard.press(' ')
    await expect.poll(() => ticked.count()).toBe(0)
    expect(await grid.text(2, 'quantity')).toBe(before)
    const name = await grid.text(6, 'name')
    await box.click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Show the whole record/ }).click()
    await page.getByRole('complementary').getByRole('heading', { name }).waitFor()
  })
})
