/** Sign-in and sign-out with a session cookie for the web UI, and the routes of everything that precedes a session. */
import { singleValues } from '../body/form-body.ts'
import { sessionEndpoints } from '../../contract/session.ts'
import { fieldErrors, type RecordErrors } from '../../errors/service-error.ts'
import { parseFlag } from '../../model/values/booleans.ts'
import type { Body } from '../body/read-body.ts'
import { cookiesOf, credentialsOf, type Exchange, readRequestBody } from '../exchange.ts'
import { cookieHeaders } from './cookie-headers.ts'
import { publicRoutesOf } from '../contract/public-routes.ts'
import { Reply, type Result } from '../contract/routes.ts'
import { readReset, resetPassword } from '../ui/start/reset.ts'
import { createFirstAccount, readSetup } from '../ui/start/setup.ts'
import { loginReply } from './login-answer.ts'
import { beginPasskeyLogin, loginByPasskey } from './passkey-sign-in.ts'
import {
  forgottenProvider,
  listProviders,
  providerLogout,
  receiveCallback,
  redirectToProvider,
} from './sign-on.ts'

export const sessionRoutes = publicRoutesOf(sessionEndpoints, {
  'POST /login/': login,
  'POST /logout/': logout,
  'GET /api/signon/': listProviders,
  'GET /login/{provider}/': redirectToProvider,
  'GET /login/{provider}/callback/': receiveCallback,
  'POST /api/signon/passkey/options/': beginPasskeyLogin,
  'POST /api/signon/passkey/': loginByPasskey,
  'GET /api/setup/': readSetup,
  'POST /api/setup/': createFirstAccount,
  'GET /api/reset/{token}/': readReset,
  'POST /api/reset/{token}/': resetPassword,
})

type Endpoints = typeof sessionEndpoints

/**
 * Signs in with `username` (or an e-mail address), `password`, and optionally `code` of a second factor and
 * `remember`, as JSON or from a form.
 */
async function login(exchange: Exchange): Promise<Result<Endpoints['POST /login/']>> {
  const { request, service } = exchange
  const { username, password, code, remember } = credentialOf(await readRequestBody(exchange))
  const session = await service.auth.login({
    name: username,
    password,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
    remember,
    code,
  })
  return loginReply(exchange, session)
}

interface Given {
  readonly username: string
  readonly password: string
  /** If true, the session continues after the browser is closed. */
  readonly remember: boolean
  readonly code: string | undefined
}

function credentialOf(body: Body): Given {
  const given =
    body.kind === 'form' ? singleValues(body.pairs) : body.kind === 'json' ? body.value : undefined
  const fields = new Map<string, unknown>(typeof given === 'object' ? Object.entries(given ?? {}) : [])
  const [username, password, code] = ['username', 'password', 'code'].map((name) => fields.get(name))
  const missing: RecordErrors = Object.fromEntries(
    Object.entries({ username, password })
      .filter(([, value]) => typeof value !== 'string' || value === '')
      .map(([name]) => [name, [{ code: 'required' }]]),
  )
  if (typeof username !== 'string' || typeof password !== 'string' || Object.keys(missing).length > 0) {
    throw fieldErrors(missing)
  }
  return {
    username,
    password,
    code: typeof code === 'string' ? code : undefined,
    remember: parseRemember(fields.get('remember') ?? ''),
  }
}

/** Returns a flag of a form or of JSON; true if it is missing or empty. Throws `invalid_record` if it is unclear. */
function parseRemember(given: unknown): boolean {
  if (given === '' || typeof given === 'boolean') return given !== false
  const flag = typeof given === 'string' || typeof given === 'number' ? parseFlag(String(given)) : undefined
  if (flag === undefined) throw fieldErrors({ remember: [{ code: 'invalid_boolean' }] })
  return flag
}

/** Signs out. Requires the CSRF token like every change; without a session there is nothing to end. */
async function logout(exchange: Exchange): Promise<Result<Endpoints['POST /logout/']>> {
  const { request, service } = exchange
  const { authorization: _, memo: __, ...credentials } = credentialsOf(exchange)
  await service.auth.authenticate(credentials)
  const secure = request.protocol === 'https'
  const cookies = await service.auth.logout({ cookies: cookiesOf(request), secure })
  const redirect = await providerLogout(exchange)
  const headers = { 'set-cookie': cookieHeaders(exchange, [...cookies, forgottenProvider(exchange)]) }
  return redirect === undefined
    ? new Reply(undefined, { status: 204, headers })
    : new Reply({ redirect }, { headers })
}
