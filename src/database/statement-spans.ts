/** Records a span for each statement of a request or task. */
import type pg from 'pg'
import type { Span } from '../tracing/span.ts'
import { startSpan } from '../tracing/tracing.ts'

/** Maximum number of characters of a statement in its span. */
const longestText = 2_000

/** A statement that reads the messages of the connection itself: a list, COPY or a write of a few records. */
interface OwnReader {
  readonly handleReadyForQuery: (...given: readonly unknown[]) => unknown
  readonly handleError: (...given: readonly unknown[]) => unknown
}

/**
 * Records a span for each statement of a connection from now on. Statements outside of requests and tasks, such as
 * polling, have none. Values of parameters are not recorded.
 */
export function traceStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client)
  const traced = (...given: readonly unknown[]): unknown => {
    const [statement] = given
    const span = startSpan({ kind: 'client', ...describe(statement) })
    const onError = (error: unknown): void => endFailed(span, error)
    if (isOwnReader(statement)) {
      before(statement, 'handleReadyForQuery', () => span.end())
      before(statement, 'handleError', onError)
      return Reflect.apply(query, undefined, given)
    }
    const result: unknown = Reflect.apply(query, undefined, given)
    if (result instanceof Promise) result.then(() => span.end(), onError)
    else span.end()
    return result
  }
  Object.defineProperty(client, 'query', { value: traced, configurable: true })
}

function endFailed(span: Span, error: unknown): void {
  span.fail(error)
  span.end()
}

function describe(statement: unknown): {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
} {
  const { text: given, name } = Object(statement)
  const text = typeof statement === 'string' ? statement : typeof given === 'string' ? given : ''
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'statement'
  return {
    name: typeof name === 'string' ? name : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, longestText),
    },
  }
}

const isOwnReader = (statement: unknown): statement is OwnReader =>
  typeof statement === 'object' &&
  statement !== null &&
  'handleReadyForQuery' in statement &&
  'handleError' in statement

/** Calls a function before a method of an object. */
function before(object: OwnReader, name: keyof OwnReader, call: (argument: unknown) => void): void {
  const method = object[name]
  const value = (...given: readonly unknown[]): unknown => {
    call(given[0])
    return Reflect.apply(method, object, given)
  }
  Object.defineProperty(object, name, { value, configurable: true })
}
