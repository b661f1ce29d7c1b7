/** The public address of the service, as far as the settings contain it. */
import type { Settings } from './settings.ts'

/** Returns the origin of BASE_URL, such as `https://planning.example.com`; undefined without it. */
export const settingsOrigin = ({ BASE_URL: base }: Pick<Settings, 'BASE_URL'>): string | undefined =>
  base === undefined ? undefined : new URL(base).origin

/** Returns the start of links in mails: the origin and the prefix of all paths; undefined without BASE_URL. */
export function publicAddress(settings: Pick<Settings, 'BASE_URL' | 'BASE_PATH'>): string | undefined {
  const origin = settingsOrigin(settings)
  return origin === undefined ? undefined : origin + settings.BASE_PATH
}
