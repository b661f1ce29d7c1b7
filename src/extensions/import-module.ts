/**
 * Imports a module. Whatever it was installed with, `planning-service/extension` is the module of the service that
 * loads it: a module needs nothing of ours in its own node_modules, and there are never two copies.
 */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What authors import. */
export const authorModule = 'planning-service/extension'
const authorUrl = pathToFileURL(join(import.meta.dirname, '../author/extension.ts')).href

let hooked = false

function resolveAuthorModule(): void {
  if (hooked) return
  hooked = true
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier === authorModule ? authorUrl : specifier, context),
  })
}

/** The exported definition, not yet looked at. Throws an Error whose message says why there is none. */
export async function importModule(entry: string): Promise<unknown> {
  resolveAuthorModule()
  let module: unknown
  try {
    module = await import(pathToFileURL(entry).href)
  } catch (cause) {
    throw new Error(`it cannot be imported: ${reasonOf(cause)}`, { cause })
  }
  const exported = new Map<string, unknown>(Object.entries(Object(module)))
  const definition = exported.get('extension') ?? exported.get('default')
  if (definition === undefined)
    throw new Error('it exports no "extension" (export const extension = defineExtension(…))')
  return definition
}

/** Of a mistake in the code the place is told as well. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stack = error.stack ?? ''
  const place =
    error instanceof SyntaxError
      ? /^(file:\S+|\/\S+):(\d+)/.exec(stack)?.slice(1, 3).join(':')
      : /\((file:[^)]+)\)|at (file:\S+)/
          .exec(stack)
          ?.slice(1)
          .find((found) => found !== undefined)
  const message = error.message.split('\n')[0] ?? ''
  return place === undefined ? message : `${message} (${place.replace('file://', '')})`
}
