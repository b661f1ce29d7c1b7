/**
 * OpenID Connect: Authorization Code with PKCE. The library is loaded at the first sign-in; an installation without
 * providers never loads it.
 */
import type { Configuration } from 'openid-client'
import type { Message } from '../../errors/messages.ts'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { ProviderSettings } from '../../settings/sign-on-settings.ts'
import type { ExternalIdentity } from './identities.ts'

/** State between the redirect to the provider and the callback, stored in the browser of the user. */
export interface PendingSignOn {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Page to open after the sign-in. */
  readonly next: string
}

export interface OpenIdProviders {
  readonly names: readonly string[]
  titleOf(name: string): string
  settingsOf(name: string): ProviderSettings | undefined
  /** Returns the URL to which the browser is redirected. Throws `sign_on_failed` if the provider cannot be reached. */
  begin(
    name: string,
    redirectUri: string,
    next: string,
  ): Promise<{ readonly url: string; readonly pending: PendingSignOn }>
  /** Returns the identity of the user. Throws `sign_on_failed` for an invalid response. */
  complete(pending: PendingSignOn, callback: URL): Promise<ExternalIdentity>
  /** Returns the URL to sign out at the provider, if it supports that. */
  endUrl(name: string, backTo: string): Promise<string | undefined>
}

const library = (): Promise<typeof import('openid-client')> => import('openid-client')
/** Timeout of requests to a provider, in seconds. */
const providerTimeoutSeconds = 10
/** Maximum number of groups of one user. */
const mostGroups = 1_000

export function createOpenIdProviders(settings: Readonly<Record<string, ProviderSettings>>): OpenIdProviders {
  const known = new Map(Object.entries(settings))
  const discovered = new Map<string, Promise<Configuration>>()

  /** Returns the configuration of a provider. It is requested once; after a failure the next call retries. */
  function configurationOf(name: string): Promise<Configuration> {
    let found = discovered.get(name)
    if (found === undefined) {
      found = discover(requireProvider(name))
      discovered.set(name, found)
      found.catch(() => discovered.delete(name))
    }
    return found
  }

  function requireProvider(name: string): ProviderSettings {
    const provider = known.get(name)
    if (provider === undefined) throw new ServiceError('not_found')
    return provider
  }

  return {
    names: [...known.keys()],
    titleOf: (name) => known.get(name)?.TITLE ?? name,
    settingsOf: (name) => known.get(name),
    begin: async (name, redirectUri, next) => {
      const { SCOPES = 'openid profile email' } = requireProvider(name)
      const client = await library()
      const configuration = await configurationOf(name).catch(failed)
      const pending: PendingSignOn = {
        provider: name,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        next,
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPES,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, pending }
    },
    complete: async (pending, callback) => {
      const provider = requireProvider(pending.provider)
      const client = await library()
      const configuration = await configurationOf(pending.provider).catch(failed)
      const tokens = await client
        .authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: pending.verifier,
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          idTokenExpected: true,
        })
        .catch(failed)
      const claims = new Map<string, unknown>(Object.entries(tokens.claims() ?? {}))
      const subject = claims.get('sub')
      if (typeof subject !== 'string') throw signOnFailed({ code: 'sign_on_without_subject' })
      // The tokens of some providers contain only the subject.
      if (configuration.serverMetadata().userinfo_endpoint !== undefined) {
        const more = await client.fetchUserInfo(configuration, tokens.access_token, subject).catch(failed)
        for (const [name, value] of Object.entries(more)) if (!claims.has(name)) claims.set(name, value)
      }
      return identityOf(pending.provider, subject, claims, provider)
    },
    endUrl: async (name, backTo) => {
      if (!known.has(name)) return undefined
      const client = await library()
      const configuration = await configurationOf(name).catch(() => undefined)
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href
    },
  }
}

async function discover({ ISSUER, CLIENT_ID, CLIENT_SECRET }: ProviderSettings): Promise<Configuration> {
  const client = await library()
  const authentication = CLIENT_SECRET === undefined ? client.None() : undefined
  // The standard lets clients rely on TLS; signatures also hold behind a proxy that ends TLS.
  const checks = [client.enableNonRepudiationChecks]
  return client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, authentication, {
    timeout: providerTimeoutSeconds,
    execute: ISSUER.startsWith('http:') ? [...checks, client.allowInsecureRequests] : checks,
  })
}

function identityOf(
  provider: string,
  subject: string,
  claims: ReadonlyMap<string, unknown>,
  { USERNAME_CLAIM = 'preferred_username', GROUPS_CLAIM = 'groups' }: ProviderSettings,
): ExternalIdentity {
  const text = (name: string): string | undefined => {
    const value = claims.get(name)
    return typeof value === 'string' && value.trim() !== '' && !value.includes('\0')
      ? value.trim()
      : undefined
  }
  const username = text(USERNAME_CLAIM) ?? text('email') ?? subject
  const given = claims.get(GROUPS_CLAIM)
  const groups = (Array.isArray(given) ? given : [given]).filter((group) => typeof group === 'string')
  return {
    provider,
    subject,
    username,
    email: claims.get('email_verified') === true ? text('email') : undefined,
    firstName: text('given_name'),
    lastName: text('family_name'),
    groups: groups.slice(0, mostGroups),
  }
}

function failed(error: unknown): never {
  throw signOnFailed(errorText(error), error)
}

const signOnFailed = (reason: Message, cause?: unknown): ServiceError =>
  new ServiceError('sign_on_failed', { reason }, { cause })
