/** Loads the code of a screen when its route is opened. */
import { type ComponentType, createElement, use } from 'react'
import { loadCode } from '../platform/not-loaded.ts'

/**
 * Returns the component of a route; the router preloads its code. Code that could not be loaded is not loaded again
 * before the page is: many browsers do not, and the bundler does not for styles. `ScreenError` loads the page again.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) {
  let screen: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const begin = async (): Promise<ComponentType> => {
    screen = (await loadCode(load()))[name]
    return screen
  }
  const preload = (): Promise<ComponentType> => (loading ??= begin())
  // What has been loaded is rendered at once, and not after the promise.
  const Screen = () => createElement(screen ?? use(preload()))
  return Object.assign(Screen, { preload: async () => void (await preload()) })
}
