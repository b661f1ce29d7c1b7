/**
 * The web UI: its pages under `/app/…`, the sign-in pages, and their files. Users without a session are redirected to
 * `/login/` and return after sign-in; without any user in the database, they are redirected to `/setup/`.
 */
import { ServiceError } from '../../errors/service-error.ts'
import type { Principal } from '../../auth/principal.ts'
import { hasNoUsers } from '../../auth/user-accounts.ts'
import type { Service } from '../../service/service.ts'
import { type Answer, emptyAnswer, jsonAnswer, withHeaders } from '../answer.ts'
import { chosenScheme, cookiesOf, credentialsOf, type Exchange } from '../exchange.ts'
import { signOnByProxy } from '../proxy-user.ts'
import { cookieHeaders } from '../routes/cookie-headers.ts'
import type { Route } from '../routes/route.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { answerAsset } from './assets.ts'
import { currentPages, notBuiltPage, type PageName, pageFor } from './pages.ts'

const reads = ['GET', 'HEAD'] as const

export function webRoutes(security: SecurityHeaders): readonly Route[] {
  const page =
    (name: PageName) =>
    async (exchange: Exchange): Promise<Answer> => {
      const cookies = await signOnByProxy(exchange)
      const elsewhere = await detour(exchange, name, cookies !== undefined)
      const answer = elsewhere ?? (await sendPage(exchange, name, security))
      if (cookies === undefined || cookies.length === 0) return answer
      return withHeaders(answer, { 'set-cookie': cookieHeaders(exchange, cookies) })
    }
  const publicPage = (path: string, name: PageName): Route => ({
    methods: reads,
    path,
    access: 'public',
    body: 'none',
    handler: page(name),
  })
  return [
    { methods: reads, path: '/', access: 'public', body: 'none', handler: answerRoot },
    publicPage('/app/', 'index'),
    publicPage('/app/*', 'index'),
    publicPage('/login/', 'login'),
    publicPage('/setup/', 'login'),
    publicPage('/reset/:token', 'login'),
    {
      methods: reads,
      path: '/static/*',
      access: 'public',
      body: 'none',
      handler: (exchange) => answerAsset(exchange, security.data),
    },
    { methods: reads, path: '/static/build.json', access: 'public', body: 'none', handler: answerBuild },
  ]
}

/** Redirects browsers to the web UI; returns a list of paths to programs. */
async function answerRoot(exchange: Exchange): Promise<Answer> {
  const { request, service } = exchange
  if (/\btext\/html\b/.test(request.headers.accept ?? '')) return redirect(exchange, '/app/')
  const places = { app: '/app/', api: '/api/', tasks: '/execute/api/', openapi: '/openapi.json' }
  const paths = Object.entries(places).map(([name, path]) => [name, service.settings.BASE_PATH + path])
  return jsonAnswer(200, Object.fromEntries(paths))
}

/** Returns the id of the current build, for pages that have been open for some time. */
async function answerBuild(): Promise<Answer> {
  return jsonAnswer(200, { build: (await currentPages())?.build ?? null }, { 'cache-control': 'no-store' })
}

async function sendPage(exchange: Exchange, name: PageName, security: SecurityHeaders): Promise<Answer> {
  exchange.route = name === 'index' ? '/app/*' : '/login/'
  const pages = await currentPages()
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
  if (pages === undefined) {
    return { status: 503, headers: { ...headers, ...security.page }, body: notBuiltPage }
  }
  const { language } = cookiesOf(exchange.request) ?? {}
  const { text, nonce } = pageFor(pages, name, {
    language: /^[a-z]{2}(?:-[a-z]{2,4})?$/.test(language ?? '') ? language! : exchange.language,
    scheme: chosenScheme(exchange.request),
    base: exchange.service.settings.BASE_PATH,
  })
  return { status: 200, headers: { ...headers, ...security.screens(nonce) }, body: text }
}

/** Returns a redirect to sign-in or setup if it is needed; otherwise undefined. */
async function detour(exchange: Exchange, name: PageName, isByProxy: boolean): Promise<Answer | undefined> {
  const { request, service } = exchange
  const [path = ''] = (request.raw.url ?? '/').split('?')
  const settingUp = path.startsWith('/setup')
  if (await isUnused(service)) return settingUp ? undefined : redirect(exchange, '/setup/')
  if (settingUp) return redirect(exchange, '/login/')
  if (isByProxy) return path.startsWith('/login') ? redirect(exchange, '/app/') : undefined
  if (name === 'login') return undefined
  const principal = await signedIn(exchange)
  if (principal !== undefined && principal.factorMissing !== true) return undefined
  const back = request.raw.url ?? '/app/'
  const query = new URLSearchParams({
    // The sign-in page lets users set up a second factor.
    ...(principal?.factorMissing === true ? { factor: 'missing' } : {}),
    ...(back === '/app/' ? {} : { next: service.settings.BASE_PATH + back }),
  })
  return redirect(exchange, query.size === 0 ? '/login/' : `/login/?${query.toString()}`)
}

/** @param path starts at the root of the service */
const redirect = ({ service }: Exchange, path: string): Answer =>
  emptyAnswer(302, { location: service.settings.BASE_PATH + path, 'cache-control': 'no-store' })

/** Returns the user of the session, or of the credentials in the request. */
async function signedIn(exchange: Exchange): Promise<Principal | undefined> {
  try {
    const principal = await exchange.service.auth.authenticate(credentialsOf(exchange))
    if (principal !== undefined) exchange.language = principal.language
    return principal
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return undefined
    throw error
  }
}

const used = new WeakSet<Service>()

/** Returns true if there is no user yet. The database is queried until there is one. */
async function isUnused(service: Service): Promise<boolean> {
  if (used.has(service)) return false
  if (await hasNoUsers(service.control)) return true
  used.add(service)
  return false
}
