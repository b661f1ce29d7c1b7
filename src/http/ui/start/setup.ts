/**
 * `/api/setup/`: reports whether the first user is missing, and creates it. Public, as long as there are no users.
 */
import { languages } from '../../../auth/language.ts'
import { createFirstUser, hasNoUsers } from '../../../auth/user-accounts.ts'
import type { sessionEndpoints } from '../../../contract/session.ts'
import type { PublicHandler } from '../../contract/public-routes.ts'
import { Reply } from '../../contract/routes.ts'
import { cookieHeaders } from '../../routes/cookie-headers.ts'

type Endpoints = typeof sessionEndpoints

export const readSetup: PublicHandler<Endpoints['GET /api/setup/']> = async ({ service }) => ({
  needed: await hasNoUsers(service.control),
  languages,
})

export const createFirstAccount: PublicHandler<Endpoints['POST /api/setup/']> = async (
  exchange,
  { body },
) => {
  const { service, request } = exchange
  const { password, email = '', ...given } = await body()
  const username = given.username.trim()
  const language = (given.language ?? '').toLowerCase()
  await createFirstUser(service.control, {
    username,
    password,
    email,
    language: languages.includes(language) ? language : 'auto',
  })
  const session = await service.auth.login({
    name: username,
    password,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
  })
  return new Reply({ username }, { headers: { 'set-cookie': cookieHeaders(exchange, session.cookies) } })
}
