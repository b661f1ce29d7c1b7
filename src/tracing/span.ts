/** Spans: the parts of a trace, with their attributes, and what records them. */

export type AttributeValue = string | number | boolean

export interface SpanOptions {
  readonly name: string
  /** `server` and `consumer` start the work of this process, `client` calls another one; `internal` by default. */
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal'
  readonly attributes?: Readonly<Record<string, AttributeValue>>
  /**
   * W3C `traceparent` of the span that caused this one; null or undefined begins a new trace. Without this property,
   * the span is a child of the current one, and is not recorded if there is none.
   */
  readonly parent?: string | null | undefined
}

export interface Span {
  /** Replaces the name, for instance by the template of a route that was found later. */
  rename(name: string): void
  set(attributes: Readonly<Record<string, AttributeValue>>): void
  /** Marks the span as failed. Only the type of the error is recorded: its message may contain data. */
  fail(error: unknown): void
  end(): void
}

export interface Environment {
  readonly [name: string]: string | undefined
}

export interface StartedSpan {
  readonly span: Span
  /** Calls a function with the span as the current one. */
  readonly within: <Result>(run: () => Result) => Result
}

/** Records and exports spans. */
export interface SpanRecorder {
  /** Returns undefined if the span would have no parent and the options do not allow a new trace. */
  start(options: SpanOptions): StartedSpan | undefined
  traceparent(): string | undefined
  flush(timeoutMs: number): Promise<void>
  /** Exports the last spans and stops. */
  close(): Promise<void>
}
