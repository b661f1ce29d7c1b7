/** Settings of addresses, tokens and limits that protect the service. */
import { Type } from '../contract/type.ts'

const daySeconds = 24 * 3600

export const securitySettings = {
  BASE_URL: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['https://planning.example.com'],
      description:
        'Public address of the service. Absolute links, such as those for new passwords, begin with it; mails contain links only if it is set.',
    }),
  ),
  BASE_PATH: Type.String({
    default: '',
    examples: ['/planning'],
    description:
      'Prefix of all paths, if a proxy serves the service under a path. The proxy must pass on the prefix: other paths return 404.',
  }),
  ALLOWED_HOSTS: Type.Array(Type.String(), {
    default: [],
    examples: [['planning.example.com', 'planning:8000']],
    description:
      'Host names that absolute links may copy from a request if BASE_URL is not set. Loopback names and the address of the machine are always allowed; with any other name links are relative.',
  }),
  HSTS_MAX_AGE: Type.Integer({
    minimum: 0,
    default: 365 * daySeconds,
    description:
      'Seconds for which browsers that connected by https use https only (Strict-Transport-Security); 0 = clears it. A proxy that terminates TLS must be in TRUST_PROXY.',
  }),
  JWT_MAX_AGE: Type.Integer({
    minimum: 1,
    default: daySeconds,
    description:
      'Maximum lifetime of a JSON web token, from its claim iat to its claim exp, in seconds. Tokens with a longer lifetime are rejected.',
  }),
  JWT_AUDIENCE: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['planning'],
      description:
        'Value that the claim aud of JSON web tokens must contain. Without it, tokens with a claim aud are rejected.',
    }),
  ),
  JWT_ISSUER: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['https://portal.example.com'],
      description: 'Required value of the claim iss of JSON web tokens. Without it, any value is accepted.',
    }),
  ),
  SEARCH_TIMEOUT: Type.Number({
    minimum: 0.1,
    default: 15,
    description: 'Timeout of a text search (search=, /api/search/, lookups), in seconds.',
  }),
  MCP_CALLS: Type.Integer({
    minimum: 0,
    default: 200,
    description:
      'Maximum number of concurrent requests of assistants (/mcp) per server process; 0 = assistants cannot connect.',
  }),
  MCP_CALLS_PER_USER: Type.Integer({
    minimum: 1,
    default: 5,
    description: 'Maximum number of concurrent requests of assistants per user.',
  }),
  UPGRADE_GRACE: Type.Number({
    minimum: 0,
    default: 60,
    description:
      'Seconds for which a server stays ready after a newer release has migrated the database, so that servers of that release can take over; then /readyz fails.',
  }),
  MIN_FREE_DISK: Type.Integer({
    minimum: 0,
    default: 200 * 2 ** 20,
    description:
      'Free bytes below which a disk counts as full: /readyz then fails, the log names the folder (VAR, LOGDIR, upload folders), and uploads and exports are rejected.',
  }),
} as const
