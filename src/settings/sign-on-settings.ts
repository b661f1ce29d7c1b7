/** Settings of external authentication: OpenID Connect providers, and a proxy that authenticates users. */
import { isIP } from 'node:net'
import { type Static, Type } from '../contract/type.ts'

/** One provider, in the section `[OIDC_PROVIDERS.<name>]`. */
export const providerSettings = Type.Object(
  {
    ISSUER: Type.String({ minLength: 1 }),
    CLIENT_ID: Type.String({ minLength: 1 }),
    /** Absent for a public client, which only PKCE protects. */
    CLIENT_SECRET: Type.Optional(Type.String({ minLength: 1 })),
    TITLE: Type.Optional(Type.String({ minLength: 1 })),
    /** Default: `openid profile email`. */
    SCOPES: Type.Optional(Type.String({ minLength: 1 })),
    /** Default: `preferred_username`. */
    USERNAME_CLAIM: Type.Optional(Type.String({ minLength: 1 })),
    /** Default: `groups`. */
    GROUPS_CLAIM: Type.Optional(Type.String({ minLength: 1 })),
    /** Groups of the installation by groups of the provider; `superuser` grants all rights. */
    RIGHTS: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 })))),
    /** Scenarios that RIGHTS open and in which they apply; by default production, and others in which the user is a member. */
    SCENARIOS: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    /** Whether an unknown person becomes a new user; yes by default. */
    CREATE_USERS: Type.Optional(Type.Boolean()),
    /** Whether an unknown person is linked to the existing user with the same name or address; no by default. */
    LINK_USERS: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export type ProviderSettings = Static<typeof providerSettings>

export const signOnSettings = {
  OIDC_PROVIDERS: Type.Record(Type.String(), providerSettings, {
    default: {},
    description:
      'OpenID Connect providers for sign-in, by a short name; each requires at least ISSUER and CLIENT_ID.',
  }),
  AUTH_PROXY_HEADER: Type.Optional(
    Type.String({
      minLength: 1,
      pattern: '^[A-Za-z0-9-]+$',
      examples: ['X-Remote-User'],
      description:
        'Header in which a proxy passes the name of the signed-in user. Accepted only from addresses in TRUST_PROXY.',
    }),
  ),
  SECOND_FACTOR_REQUIRED_FOR: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    examples: [['superuser', 'planner']],
    description:
      'Users who must have a second factor: names of groups, superuser for superusers of any scenario, * for all users with a password. Until they have one, their sessions can only set one up. For users of providers, the provider is responsible for it.',
  }),
  BASIC_WITH_SECOND_FACTOR: Type.Boolean({
    default: false,
    description:
      'Accept user name and password alone (HTTP Basic) from users who have, or must have, a second factor. Prefer API keys for programs.',
  }),
} as const

interface SignOnGiven {
  readonly OIDC_PROVIDERS: Readonly<Record<string, ProviderSettings>>
  readonly AUTH_PROXY_HEADER?: string | undefined
  readonly TRUST_PROXY: boolean | readonly string[]
}

/** Returns contradictions between these settings. */
export function signOnContradictions(settings: SignOnGiven): readonly string[] {
  const proxy =
    settings.AUTH_PROXY_HEADER !== undefined && !Array.isArray(settings.TRUST_PROXY)
      ? ['AUTH_PROXY_HEADER needs TRUST_PROXY with the addresses of the proxy: others could name any user.']
      : []
  const names = Object.keys(settings.OIDC_PROVIDERS)
    .filter((name) => !/^[a-z][a-z0-9-]{0,30}$/.test(name))
    .map((name) => `OIDC_PROVIDERS has "${name}"; names are small letters, digits and hyphens.`)
  const issuers = Object.entries(settings.OIDC_PROVIDERS)
    .filter(([, { ISSUER }]) => !isIssuer(ISSUER))
    .map(
      ([name, { ISSUER }]) =>
        `OIDC_PROVIDERS.${name}.ISSUER is "${ISSUER}"; it must be an https address (http only for this machine).`,
    )
  return [...proxy, ...names, ...issuers]
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
