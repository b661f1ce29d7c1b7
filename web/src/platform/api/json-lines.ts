/** Reads newline-delimited JSON (NDJSON) from a response line by line, as it arrives. */

/** Maximum number of characters of a line; longer lines are rejected before they are parsed. */
const mostCharacters = 4_000_000

/** Yields the value of each line. Throws `SyntaxError` for invalid JSON, `RangeError` for a line that is too long. */
export async function* readJsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      pending += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = pending.split('\n')
      // The last line may be incomplete.
      pending = done ? '' : (lines.pop() ?? '')
      if (pending.length > mostCharacters) throw new RangeError('A line of the answer is too long.')
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
      if (done) return
    }
  } finally {
    // Also cancels the request if the caller stops early.
    await reader.cancel().catch(() => undefined)
  }
}
