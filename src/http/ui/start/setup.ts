/**
 * `/api/setup/`: reports whether the first user is missing, and creates it. Public, as long as there are no users.
 */
import { languages } from '../../../auth/language.ts'
import { createFirstUser, hasNoUsers } from '../../../auth/user-accounts.ts'
import { fieldErrors, type RecordErrors } from '../../../errors/service-error.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { type Exchange, readRequestBody } from '../../exchange.ts'
import type { Route } from '../../routes/route.ts'
import { cookieHeaders } from '../../routes/cookie-headers.ts'
import { asObject } from '../word-call.ts'

export const setupRoutes: readonly Route[] = [
  { methods: ['GET', 'HEAD'], path: '/api/setup/', access: 'public', body: 'none', handler: answerSetup },
  { methods: ['POST'], path: '/api/setup/', access: 'public', body: 'anonymous', handler: setUp },
]

async function answerSetup({ service }: Exchange): Promise<Answer> {
  return jsonAnswer(200, { needed: await hasNoUsers(service.database), languages })
}

async function setUp(exchange: Exchange): Promise<Answer> {
  const { service, request } = exchange
  const given = asObject(await readRequestBody(exchange))
  const text = (name: string): string => {
    const value = given[name]
    return typeof value === 'string' ? value : ''
  }
  const missing = ['username', 'password'].filter((name) => text(name).trim() === '')
  const errors: RecordErrors = Object.fromEntries(missing.map((name) => [name, [{ code: 'required' }]]))
  if (missing.length > 0) throw fieldErrors(errors)
  const [username, password, language] = [
    text('username').trim(),
    text('password'),
    text('language').toLowerCase(),
  ]
  for (const [field, value] of Object.entries({ username, email: text('email') })) {
    if (value.includes('\0')) throw fieldErrors({ [field]: [{ code: 'nul_character' }] })
  }
  await createFirstUser(service.database, {
    username,
    password,
    email: text('email'),
    language: languages.includes(language) ? language : 'auto',
  })
  const session = await service.auth.login({
    name: username,
    password,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
  })
  return jsonAnswer(201, { username }, { 'set-cookie': cookieHeaders(exchange, session.cookies) })
}
