/**
 * Installs the Chromium for the tests of the web UI if it is missing: on Debian and its derivatives, as root, as in
 * continuous integration. On other systems it prints instructions.
 */
import { spawnSync } from 'node:child_process'
import { findChromium } from '../test/support/chromium.ts'

if (findChromium() === undefined) install()

function install() {
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    console.error(
      'There is no Chromium, so tests of the web UI are skipped. Install it with: apt-get install chromium-headless-shell',
    )
    return
  }
  console.error('Installing Chromium for tests of the web UI …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env }
  for (const update of [false, true]) {
    if (update) spawnSync('apt-get', ['update'], options)
    // Older distributions only contain the complete browser.
    for (const browser of ['chromium-headless-shell', 'chromium']) {
      const packages = ['-y', '--no-install-recommends', browser, 'fonts-noto-cjk']
      if (spawnSync('apt-get', ['install', ...packages], options).status === 0) return
    }
  }
  console.error('Chromium could not be installed; tests of the web UI are skipped.')
}

function has(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}
