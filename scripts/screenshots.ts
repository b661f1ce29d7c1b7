/**
 * `npm run screenshots`: takes pictures of every screen of test/web/screens.ts (or of the screens with the given
 * names) at 1440 and 390 pixels, light and dark, in web/screenshots/, with a demo of its own. SCREENSHOTS_URL selects
 * a running service instead (user `admin`, PLANCTL_ADMIN_PASSWORD), SCREENSHOTS_LANGUAGE another language: `en-xa`
 * has long words, `ar-xb` has long words from right to left. `npm run screenshots -- readme` takes the pictures of
 * README, `npm run docs:pictures` those of the help.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { launchBrowser, openScreen, settled } from '../test/support/browser-window.ts'
import { goodPassword } from '../test/support/good-password.ts'
import { type ScreenCase, screens } from '../test/web/screens.ts'
import { takeHelpPictures } from './help-pictures.ts'
import { takeReadmePictures } from './readme-pictures.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'web/screenshots')
const language = process.env['SCREENSHOTS_LANGUAGE']
const password = process.env['PLANCTL_ADMIN_PASSWORD'] ?? goodPassword

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const schemes = ['light', 'dark'] as const

const wanted = process.argv.slice(2)
const chosen = screens.filter(({ name, as }) =>
  // The only user of the demo is the administrator.
  wanted.length === 0 ? typeof as !== 'string' : wanted.includes(name),
)
await mkdir(folder, { recursive: true })
await using demo = await startDemo()
const browser = await launchBrowser()
try {
  for (const screen of chosen) await take(browser, demo.url, screen)
  if (wanted.includes('readme')) await takeReadmePictures(browser, demo.url, password)
  if (wanted.includes('help')) await takeHelpPictures(browser, demo.url, password)
} finally {
  await browser.close()
}

async function take(browser: Browser, url: string, screen: ScreenCase): Promise<void> {
  for (const size of sizes) {
    for (const scheme of schemes) {
      const { page, context, problems } = await openScreen(browser, url, screen.path, {
        as: screen.as === undefined ? 'admin' : screen.as,
        password,
        scheme,
        ...size,
        ...(language === undefined ? {} : { language }),
      })
      await settled(page)
      // Elements outside a narrow window are not drawn; the picture shows the visible ones.
      const { ready = 'main, form' } = screen
      const told = await page.locator(ready).first().waitFor({ timeout: 5_000 }).catch(String)
      if (told !== undefined) console.warn(`${screen.name} at ${size.width}: ${ready} is not to be seen`)
      const name = [screen.name, size.width, scheme, language].filter((part) => part !== undefined).join('-')
      await page.screenshot({ path: join(folder, `${name}.png`) })
      for (const problem of problems) console.warn(`${screen.name}: ${problem}`)
      await context.close()
    }
  }
  console.log(screen.name)
}

/** Starts a demo with its own database, which is deleted afterwards. */
async function startDemo(): Promise<AsyncDisposable & { readonly url: string }> {
  const given = process.env['SCREENSHOTS_URL']
  if (given !== undefined) return { url: given, [Symbol.asyncDispose]: async () => undefined }
  const state = await mkdtemp(join(tmpdir(), 'planctl-screenshots-'))
  const child = spawn(join(root, 'planctl'), ['demo'], {
    cwd: state,
    env: { ...process.env, PLANCTL_VAR: state, PLANCTL_ADMIN_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const ready = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const url = /runs at (http:\/\/[^/\s]+)/.exec(line)?.[1]
    if (url !== undefined) ready.resolve(url)
  })
  void exited.then(() => ready.reject(new Error('The demo has ended.')))
  return {
    url: await ready.promise,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await exited
      await rm(state, { recursive: true, force: true })
    },
  }
}
