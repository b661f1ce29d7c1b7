/** Tests the names under which a browser keeps something: services under one host must not share them. */
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it.each([
  ['', 'menu-open'],
  ['/one', '/onemenu-open'],
])('names what it keeps by the path prefix: %s', async (base, name) => {
  vi.stubGlobal('document', { documentElement: { dataset: { base } } })
  vi.resetModules()
  const { nameHere } = await import('./base-path.ts')
  expect(nameHere('menu-open')).toBe(name)
})
