/**
 * Finds the Chromium of the machine. It is not a dependency of the project: `scripts/install-chromium.mjs` installs
 * it.
 */
import { accessSync, constants } from 'node:fs'

const places: readonly string[] = [
  // Does not draw windows: needs two thirds of the processor time of the full browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the path of the browser; undefined if none is installed. `PLANCTL_CHROMIUM` sets another one. */
export function findChromium(): string | undefined {
  const named = process.env['PLANCTL_CHROMIUM']
  return [...(named === undefined ? [] : [named]), ...places].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
