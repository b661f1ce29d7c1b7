/**
 * Imports a module. `planning-service/extension` always resolves to the running service: a module does not need its
 * own copy, and there is never a second one.
 */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The module that authors import. */
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

/** Time in milliseconds within which an import must end. */
const usualTimeoutMs = 30_000

/**
 * Returns the exported definition without validation. Throws an Error with the reason if there is none, or if the
 * import does not end in time.
 */
export async function importModule(entry: string, timeoutMs = usualTimeoutMs): Promise<unknown> {
  resolveAuthorModule()
  let module: unknown
  try {
    module = await inTime(import(pathToFileURL(entry).href), timeoutMs)
  } catch (cause) {
    throw new Error(`it cannot be imported: ${reasonOf(cause)}`, { cause })
  }
  const exported = new Map<string, unknown>(Object.entries(Object(module)))
  const definition = exported.get('extension') ?? exported.get('default')
  if (definition === undefined)
    throw new Error('it exports no "extension" (export const extension = defineExtension(…))')
  return definition
}

/** Waits for an import. Throws an Error if it does not end, because of an `await` that is never settled. */
async function inTime(imported: Promise<unknown>, timeoutMs: number): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>()
  const reason = `its code outside of functions, such as an "await", has not ended after ${timeoutMs / 1000} seconds`
  const timer = setTimeout(() => reject(new Error(reason)), timeoutMs)
  try {
    return await Promise.race([imported, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the message of an error; for errors in code, including the position. */
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
