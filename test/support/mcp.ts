/** MCP client for tests: the client of the official SDK, and the results of tools. */
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface Assistant extends AsyncDisposable {
  readonly client: Client
  /** Returns the names of the offered tools. */
  tools(): Promise<readonly string[]>
  /** Returns the result of a tool. Throws if the call is rejected. */
  use(tool: string, args?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Returns the error text of a tool. Throws if the call succeeds. */
  refused(tool: string, args?: Readonly<Record<string, unknown>>): Promise<string>
}

/** Wraps a connected client. */
export function assistantOf(client: Client): Assistant {
  const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<CallToolResult> =>
    client.callTool({ name, arguments: { ...args } })
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    use: async (tool, args = {}) => {
      const result = await call(tool, args)
      if (result.isError === true) throw new Error(`${tool} was refused: ${textOf(result)}`)
      return JSON.parse(textOf(result))
    },
    refused: async (tool, args = {}) => {
      const result = await call(tool, args).catch((error: unknown) => String(error))
      if (typeof result === 'string') return result
      if (result.isError !== true) throw new Error(`${tool} was not refused: ${textOf(result)}`)
      return textOf(result)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : part.type)).join('')

/**
 * Connects a client.
 *
 * @param fetcher sends the requests of the client
 */
export async function connectAssistant(
  address: string,
  secret: string,
  {
    era = 'legacy',
    fetcher = fetch,
  }: { readonly era?: 'legacy' | 'auto'; readonly fetcher?: typeof fetch } = {},
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${secret}` } },
      fetch: fetcher,
    }),
  )
  return assistantOf(client)
}
