/**
 * Light, dark or system color scheme. It is stored in a cookie, so that the service can send a page in the right
 * color before any script runs.
 */
import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { nameHere } from '../api/base-path.ts'
import { cookieValue, rememberCookie } from '../api/cookies.ts'
import { schemeCookie } from './scheme-cookie.ts'

const channelName = nameHere('planning-scheme')

export function createSchemeManager(): MantineColorSchemeManager {
  let channel: BroadcastChannel | undefined
  return {
    get: (fallback) => {
      const stored = cookieValue(schemeCookie)
      return isMantineColorScheme(stored) ? stored : fallback
    },
    set: (value) => {
      rememberCookie(schemeCookie, value === 'auto' ? undefined : value)
      channel?.postMessage(value)
    },
    subscribe: (onUpdate) => {
      channel = new BroadcastChannel(channelName)
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isMantineColorScheme(data)) onUpdate(data)
      })
    },
    unsubscribe: () => channel?.close(),
    clear: () => rememberCookie(schemeCookie, undefined),
  }
}
