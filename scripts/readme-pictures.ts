/**
 * Takes the pictures of README for docs/images: `npm run screenshots -- readme`. `pngquant` compresses them if the
 * machine has it. Without it the pictures are too large for a repository, and a warning is printed.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openScreen, settled } from '../test/support/browser-window.ts'
import { gridOf } from '../test/support/grid.ts'

const folder = join(import.meta.dirname, '../docs/images')
/** Maximum size of a picture, in bytes. */
const limit = 150_000
/** Exit code of pngquant if a picture cannot be made smaller. */
const smallEnough = 98

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
  await mkdir(folder, { recursive: true })
  for (const { name, path, prepare } of pictures) {
    const { page, context } = await openScreen(browser, url, path, { password, height: 860 })
    await settled(page)
    await prepare(page)
    const file = join(folder, `${name}.png`)
    await page.screenshot({ path: file })
    await context.close()
    const { status, error } = spawnSync('pngquant', ['--force', '--speed=1', '--output', file, '128', file], {
      stdio: 'inherit',
    })
    if (error === undefined && status !== 0 && status !== smallEnough)
      throw new Error(`pngquant ended with ${status}.`)
    const { size } = await stat(file)
    console.log(`${name}: ${Math.round(size / 1000)} KB`)
    if (size > limit) console.warn(`${file} is large; install pngquant and take it again.`)
  }
}
