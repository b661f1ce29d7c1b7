/** The Chromium of the machine. It comes with the system, not with us: `scripts/install-chromium.mjs` fetches it. */
import { accessSync, constants } from 'node:fs'

const places: readonly string[] = [
  // Draws no window that nobody sees: two thirds of the processor time of the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where it is; undefined when there is none. `PLANCTL_CHROMIUM` names another one. */
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
