/** Single sign-on with an OpenID Connect provider: redirects to the provider and handles its callback. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { sessionEndpoints } from '../../contract/session.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { logUnknownGroups } from '../../auth/sign-on/unknown-groups.ts'
import type { SharedAttempt } from '../../auth/credentials/shared-throttle.ts'
import type { PendingSignOn } from '../../auth/sign-on/openid.ts'
import { emptyAnswer, type Headers } from '../answer.ts'
import type { PublicHandler } from '../contract/public-routes.ts'
import { RawReply } from '../contract/routes.ts'
import { cookiesOf, type Exchange, originOf } from '../exchange.ts'
import { parameter, parseQuery, queryText } from '../request-target.ts'
import { cookieHeaders } from './cookie-headers.ts'

type Endpoints = typeof sessionEndpoints

/** Cookie with the state of the sign-in while the user is at the provider. */
const pendingCookie = 'signonpending'
/** Cookie with the name of the provider that opened the session, for signing out there. */
export const providerCookie = 'signonprovider'
/** Maximum time in milliseconds that a user may spend at the provider. */
const pendingMs = 15 * 60_000

export const listProviders: PublicHandler<Endpoints['GET /api/signon/']> = async ({
  service: { signOn, settings },
}) => {
  const providers = signOn.names.map((name) => ({
    name,
    title: signOn.titleOf(name),
    url: `${settings.BASE_PATH}/login/${name}/`,
  }))
  return { providers }
}

const redirect = (headers: Headers): RawReply => new RawReply(emptyAnswer(302, headers))

const queryOf = ({ request }: Exchange): string => queryText(request.raw.url ?? '')

export const redirectToProvider: PublicHandler<Endpoints['GET /login/{provider}/']> = async (
  exchange,
  { path: { provider: name } },
) => {
  const { service, request } = exchange
  if (!service.signOn.names.includes(name)) throw new ServiceError('not_found')
  const next = safeNext(exchange, parameter(parseQuery(queryOf(exchange)), 'next'))
  try {
    const { url, pending } = await service.signOn.begin(name, callbackOf(exchange, name), next)
    const cookie = {
      name: pendingCookie,
      value: seal(pending, service.secret),
      options: optionsOf(exchange, pendingMs / 1000),
    }
    return redirect({
      location: url,
      'cache-control': 'no-store',
      'set-cookie': cookieHeaders({ request }, [cookie]),
    })
  } catch (error) {
    return backToLogin(exchange, error)
  }
}

export const receiveCallback: PublicHandler<Endpoints['GET /login/{provider}/callback/']> = async (
  exchange,
  { path: { provider: name } },
) => {
  const { service, request } = exchange
  let attempt: SharedAttempt
  try {
    // Failures count for their own address only: they need no account, so anyone could cause pauses for everybody.
    attempt = await service.auth.admit(`provider ${name} ${request.ip}`, request.ip)
  } catch (error) {
    return backToLogin(exchange, error)
  }
  const pending = pendingOf(exchange, name)
  if (pending !== undefined && isCanceled(exchange, pending)) {
    attempt.withdrawn()
    return toLogin(exchange, 'failed')
  }
  try {
    const provider = service.signOn.settingsOf(name)
    const login = await service.auth.signOn({
      identify: async () => {
        if (pending === undefined)
          throw new ServiceError('sign_on_failed', { reason: { code: 'sign_on_not_begun' } })
        const callback = new URL(callbackOf(exchange, name))
        callback.search = queryOf(exchange)
        return service.signOn.complete(pending, callback)
      },
      rules: {
        createUsers: provider?.CREATE_USERS ?? true,
        linkUsers: provider?.LINK_USERS ?? false,
        rights: provider?.RIGHTS,
        scenarios: provider?.SCENARIOS,
      },
      address: request.ip,
      userAgent: request.headers['user-agent'],
      secure: request.protocol === 'https',
    })
    await attempt.succeeded()
    await logUnknownGroups(service, name)
    const cookies = [
      ...login.cookies,
      { name: providerCookie, value: name, options: optionsOf(exchange) },
      { name: pendingCookie, value: '', options: optionsOf(exchange, 0) },
    ]
    return redirect({
      location: pending?.next ?? `${service.settings.BASE_PATH}/app/`,
      'cache-control': 'no-store',
      'set-cookie': cookieHeaders({ request }, cookies),
    })
  } catch (error) {
    await attempt.failed()
    return backToLogin(exchange, error)
  }
}

/** Returns the sign-in that this browser has begun with the provider; undefined if it has not. */
function pendingOf({ service, request }: Exchange, name: string): PendingSignOn | undefined {
  const pending = unseal(cookiesOf(request)?.[pendingCookie] ?? '', service.secret)
  return pending?.provider === name ? pending : undefined
}

/** Returns whether the provider answers to the sign-in that the user has canceled it there, which is not guessing. */
function isCanceled(exchange: Exchange, { state }: PendingSignOn): boolean {
  const query = parseQuery(queryOf(exchange))
  return parameter(query, 'error') === 'access_denied' && parameter(query, 'state') === state
}

type Problem = 'failed' | 'refused' | 'paused'

/** What the sign-in page says, by the code of the error. */
const problems: ReadonlyMap<string, Problem> = new Map([
  ['sign_on_failed', 'failed'],
  ['sign_on_refused', 'refused'],
  ['too_many_attempts', 'paused'],
])

/** Redirects to the sign-in page, which shows the kind of the problem; the log contains the reason. */
function backToLogin(exchange: Exchange, error: unknown): RawReply {
  const { service, request } = exchange
  const problem = error instanceof ServiceError ? problems.get(error.code) : undefined
  if (problem === undefined) throw error
  service.logger.warn({ err: error, address: request.ip }, 'Signing in through a provider has failed')
  return toLogin(exchange, problem)
}

const toLogin = ({ service }: Exchange, problem: Problem): RawReply =>
  redirect({
    location: `${service.settings.BASE_PATH}/login/?problem=${problem}`,
    'cache-control': 'no-store',
  })

/** Returns the callback URL for the provider, which compares it with its registered URLs. */
function callbackOf(exchange: Exchange, name: string): string {
  const place = originOf(exchange)
  if (!URL.canParse(place)) {
    throw new ServiceError('sign_on_failed', { reason: { code: 'sign_on_without_address' } })
  }
  return `${place}/login/${name}/callback/`
}

/** Returns the path to which the user is redirected after sign-in; only pages of this service are allowed. */
function safeNext({ service }: Exchange, wanted = ''): string {
  const base = service.settings.BASE_PATH
  const here = 'http://here.invalid'
  const target = URL.canParse(wanted, here) ? new URL(wanted, here) : undefined
  const isOurs =
    target?.origin === here && ['/app/', '/api/'].some((place) => target.pathname.startsWith(base + place))
  return isOurs ? target.pathname + target.search + target.hash : `${base}/app/`
}

const optionsOf = ({ service, request }: Exchange, maxAge?: number) =>
  ({
    path: service.settings.BASE_PATH || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    ...(maxAge === undefined ? {} : { maxAge }),
  }) as const

/** Returns the URL for signing out at the provider that opened the session; undefined without a provider. */
export async function providerLogout(exchange: Exchange): Promise<string | undefined> {
  const name = cookiesOf(exchange.request)?.[providerCookie]
  const place = originOf(exchange)
  if (name === undefined || name === '' || !URL.canParse(place)) return undefined
  return exchange.service.signOn.endUrl(name, `${place}/login/`)
}

/** Returns the cookie that deletes the provider cookie. */
export const forgottenProvider = (exchange: Exchange) =>
  ({ name: providerCookie, value: '', options: optionsOf(exchange, 0) }) as const

const signature = (text: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`sign-on ${text}`).digest()

/** Signs the state, so that only sign-ins that this installation has started are accepted. */
function seal(pending: PendingSignOn, secret: string): string {
  const text = Buffer.from(JSON.stringify({ ...pending, until: Date.now() + pendingMs })).toString(
    'base64url',
  )
  return `${text}.${signature(text, secret).toString('base64url')}`
}

function unseal(sealed: string, secret: string): PendingSignOn | undefined {
  const [text = '', given = ''] = sealed.split('.')
  const [expected, received] = [signature(text, secret), Buffer.from(given, 'base64url')]
  if (expected.length !== received.length || !timingSafeEqual(expected, received)) return undefined
  const fields = new Map<string, unknown>(
    Object.entries(Object(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))),
  )
  if (Number(fields.get('until')) < Date.now()) return undefined
  const read = (name: string): string => String(fields.get(name))
  return {
    provider: read('provider'),
    state: read('state'),
    nonce: read('nonce'),
    verifier: read('verifier'),
    next: read('next'),
  }
}
