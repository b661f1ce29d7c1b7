/**
 * The web UI: its pages under `/app/…`, the pages for signing in, and what they load. Whoever is not signed in is
 * sent to `/login/` and comes back; where there is no user yet, to `/setup/`.
 */
import { ServiceError } from '../../errors/service-error.ts'
import type { Principal } from '../../auth/principal.ts'
import { hasNoUsers } from '../../auth/user-accounts.ts'
import type { Service } from '../../service/service.ts'
import { type Answer, emptyAnswer, jsonAnswer, withHeaders } from '../answer.ts'
import { cookiesOf, credentialsOf, type Exchange } from '../exchange.ts'
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

/** Browsers are taken to the web UI; programs are told where things are. */
async function answerRoot(exchange: Exchange): Promise<Answer> {
  const { request, service } = exchange
  if (/\btext\/html\b/.test(request.headers.accept ?? '')) return redirect(exchange, '/app/')
  const places = { app: '/app/', api: '/api/', tasks: '/execute/api/', openapi: '/openapi.json' }
  const paths = Object.entries(places).map(([name, path]) => [name, service.settings.BASE_PATH + path])
  return jsonAnswer(200, Object.fromEntries(paths))
}

/** Which build is current, for pages that have been open for a while. */
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
  const { scheme, language } = cookiesOf(exchange.request) ?? {}
  const { text, nonce } = pageFor(pages, name, {
    language: /^[a-z]{2}(?:-[a-z]{2,4})?$/.test(language ?? '') ? language! : exchange.language,
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : undefined,
    base: exchange.service.settings.BASE_PATH,
  })
  return { status: 200, headers: { ...headers, ...security.screens(nonce) }, body: text }
}

/** Where to go first, if anywhere. */
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
    // The page where people sign in lets them set a second factor up.
    ...(principal?.factorMissing === true ? { factor: 'missing' } : {}),
    ...(back === '/app/' ? {} : { next: service.settings.BASE_PATH + back }),
  })
  return redirect(exchange, query.size === 0 ? '/login/' : `/login/?${query.toString()}`)
}

/** @param path begins at the root of the service */
const redirect = ({ service }: Exchange, path: string): Answer =>
  emptyAnswer(302, { location: service.settings.BASE_PATH + path, 'cache-control': 'no-store' })

/** Whoever has a session, or credentials in the request. */
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

/** Whether nobody has been made a user yet. Asked until somebody has. */
async function isUnused(service: Service): Promise<boolean> {
  if (used.has(service)) return false
  if (await hasNoUsers(service.database)) return true
  used.add(service)
  return false
}
