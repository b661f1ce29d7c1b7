/**
 * The pictures that README shows, into docs/images: `npm run screenshots -- readme`. They are made smaller with `pngquant`
 * where the machine has it; without it they are larger than a repository should keep, and that is said.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openScreen, settled } from '../test/support/browser-window.ts'
import { gridOf } from '../test/support/grid.ts'

const folder = join(import.meta.dirname, '../docs/images')
/** Bytes of a picture at most. */
const limit = 150_000
/** What pngquant ends with when a picture is as small as it gets already. */
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

/** Some cells are changed and not saved yet, one of them wrongly. */
async function editSomeCells(page: Page): Promise<void> {
  const grid = gridOf(page)
  await grid.ready()
  await grid.choose(3, 'due')
  await grid.type('today+13')
  await grid.choose(5, 'due')
  await grid.type('today+20')
  // A column in view: scrolling to another one would take the dates out of it.
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
