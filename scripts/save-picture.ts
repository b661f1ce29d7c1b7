/**
 * Stores a picture of a page in docs/images. `pngquant` compresses it if the machine has it; without it the picture
 * is too large for a repository, and a warning is printed.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, PageScreenshotOptions } from 'playwright-core'

const folder = join(import.meta.dirname, '../docs/images')
/** Exit code of pngquant if a picture cannot be made smaller. */
const smallEnough = 98

export interface SavedPicture {
  /** Name of the file without its extension. */
  readonly name: string
  /** Number of colors. */
  readonly colors: number
  /** Size in bytes from which a warning is printed. */
  readonly mostBytes: number
  readonly clip?: PageScreenshotOptions['clip']
}

export async function savePicture(
  page: Page,
  { name, colors, mostBytes, clip }: SavedPicture,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file, ...(clip === undefined ? {} : { clip }) })
  const { status, error } = spawnSync(
    'pngquant',
    ['--force', '--speed=1', '--nofs', '--output', file, String(colors), file],
    { stdio: 'inherit' },
  )
  if (error === undefined && status !== 0 && status !== smallEnough)
    throw new Error(`pngquant ended with ${status}.`)
  const { size } = await stat(file)
  console.log(`${name}: ${Math.round(size / 1000)} KB`)
  if (size > mostBytes) console.warn(`${file} is large; install pngquant and take it again.`)
}
