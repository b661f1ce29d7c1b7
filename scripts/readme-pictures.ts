/** Takes the pictures of README for docs/images: `npm run screenshots -- readme`. */
import type { Browser, Page } from 'playwright-core'
import { openScreen, settled } from '../test/support/browser-window.ts'
import { gridOf } from '../test/support/grid.ts'
import { savePicture } from './save-picture.ts'

const mostBytes = 150_000

interface Picture {
  readonly name: string
  readonly path: string
  readonly prepare: (page: Page) => Promise<void>
}

const pictures: readonly Picture[] = [
  { name: 'home', path: '/app/default/', prepare: (page) => page.locator('main h2').first().waitFor() },
  {
    name: 'grid',
    path: '/app/default/data/demand?status__in=open,quote&ordering=due',
    prepare: editSomeCells,
  },
  {
    name: 'gantt',
    path: '/app/default/gantt',
    prepare: (page) => page.locator('main canvas').first().waitFor(),
  },
]

/** Changes some cells without saving, one of them with an invalid value. */
async function editSomeCells(page: Page): Promise<void> {
  const grid = gridOf(page)
  await grid.ready()
  await grid.choose(3, 'due')
  await grid.type('today+13')
  await grid.choose(5, 'due')
  await grid.type('today+20')
  // A visible column, because scrolling to another one would hide the dates.
  await grid.choose(7, 'quantity')
  await grid.type('120')
  await grid.choose(9, 'due')
  await grid.type('next week perhaps')
}

export async function takeReadmePictures(browser: Browser, url: string, password: string): Promise<void> {
  for (const { name, path, prepare } of pictures) {
    const { page, context } = await openScreen(browser, url, path, { password, height: 860 })
    await settled(page)
    await prepare(page)
    await savePicture(page, { name, colors: 128, mostBytes })
    await context.close()
  }
}
