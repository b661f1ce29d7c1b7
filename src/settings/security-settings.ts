/** Settings of addresses, tokens and limits that protect the service. */
import { Type } from 'typebox'

const daySeconds = 24 * 3600

export const securitySettings = {
  BASE_URL: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['https://planning.example.com'],
      description:
        'Address under which people and programs reach the service. Absolute links, such as those for new passwords, begin with it.',
    }),
  ),
  BASE_PATH: Type.String({
    default: '',
    examples: ['/planning'],
    description:
      'Prefix of all paths, where a proxy gives the service a part of an address only. The proxy passes it on: other paths are answered with 404.',
  }),
  ALLOWED_HOSTS: Type.Array(Type.String(), {
    default: [],
    examples: [['planning.example.com', 'planning:8000']],
    description:
      'Host names that absolute links may repeat from a request, where BASE_URL is missing. Loopback names and the address of the machine are always among them; with any other name links are relative.',
  }),
  HSTS_MAX_AGE: Type.Integer({
    minimum: 0,
    default: 365 * daySeconds,
    description:
      'Seconds for which browsers that came by https use nothing else (Strict-Transport-Security); 0 = they forget it. A proxy that ends TLS must be in TRUST_PROXY.',
  }),
  JWT_MAX_AGE: Type.Integer({
    minimum: 1,
    default: daySeconds,
    description:
      'Longest lifetime of a JSON web token, from its claim iat to its claim exp, in seconds. Tokens that live longer are refused.',
  }),
  JWT_AUDIENCE: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['planning'],
      description:
        'What the claim aud of JSON web tokens must hold. Without it, tokens need no aud, and those that have one are refused.',
    }),
  ),
  JWT_ISSUER: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['https://portal.example.com'],
      description: 'What the claim iss of JSON web tokens must be. Without it, any is accepted.',
    }),
  ),
  SEARCH_TIMEOUT: Type.Number({
    minimum: 0.1,
    default: 15,
    description: 'Seconds after which a search for words (search=, /api/search/, lookups) is given up.',
  }),
  MCP_CALLS: Type.Integer({
    minimum: 0,
    default: 200,
    description:
      'Requests of assistants (/mcp) that may be under way in one server process; 0 = assistants cannot connect.',
  }),
  MCP_CALLS_PER_USER: Type.Integer({
    minimum: 1,
    default: 5,
    description: 'Requests of assistants that may be under way of one user.',
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
      'Free bytes below which a disk counts as full: /readyz then fails and names the folder (VAR, LOGDIR, upload folders), and uploads and exports stop.',
  }),
} as const
