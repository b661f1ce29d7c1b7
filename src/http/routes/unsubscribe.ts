/**
 * `/unsubscribe/<token>`: turns off the mails about plans, for the link in these mails. The page asks first, because
 * mail servers open links to check them; mail programs send the request of its form themselves (RFC 8058).
 */
import type { Account } from '../../auth/accounts.ts'
import { languageOf } from '../../auth/language.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { type MessageCode, messageText } from '../../errors/messages.ts'
import { turnOffDigest, unsubscribingUser } from '../../inbox/unsubscribe.ts'
import type { Answer } from '../answer.ts'
import { type Html, markup } from '../browsable/html.ts'
import { frame } from '../browsable/layout.ts'
import { pageAnswer } from '../browsable/page-answer.ts'
import { chosenScheme, type Exchange } from '../exchange.ts'
import type { Route } from './route.ts'

const path = '/unsubscribe/:token'

export const unsubscribeRoutes: readonly Route[] = [
  { methods: ['GET', 'HEAD'], path, access: 'public', body: 'none', handler: askFirst },
  { methods: ['POST'], path, access: 'public', body: 'anonymous', handler: turnOff },
]

async function askFirst(exchange: Exchange): Promise<Answer> {
  const account = await ownerOf(exchange)
  if (account === undefined) return page(exchange, 410, { code: 'unsubscribe_unknown' })
  return page(exchange, 200, { code: 'unsubscribe_question', name: account.username, asks: true })
}

async function turnOff(exchange: Exchange): Promise<Answer> {
  const account = await ownerOf(exchange)
  if (account === undefined) return page(exchange, 410, { code: 'unsubscribe_unknown' })
  await turnOffDigest(exchange.service.control, account.userId)
  return page(exchange, 200, { code: 'unsubscribe_done', name: account.username })
}

/** Returns the user of the link, in whose language the page is. */
async function ownerOf(exchange: Exchange): Promise<Account | undefined> {
  const { request, service } = exchange
  const token = (request.raw.url ?? '').split(/[/?]/)[2] ?? ''
  const userId = unsubscribingUser(service.secret, token)
  const account = userId === undefined ? undefined : await service.auth.access.accounts.get(userId)
  if (account !== undefined) {
    const accepted = request.headers['accept-language']
    exchange.language = languageOf(account.language, accepted, service.settings.LANGUAGE_CODE)
  }
  return account
}

interface Content {
  readonly code: MessageCode
  readonly name?: string
  /** Whether the page has a button that turns off the mails. */
  readonly asks?: boolean
}

async function page(
  exchange: Exchange,
  status: number,
  { code, name = '', asks = false }: Content,
): Promise<Answer> {
  const texts = await loadMessages(exchange.language)
  const title = messageText({ code: 'mail_digest_unsubscribe' }, texts)
  // Without an action the form is sent to the address of the page.
  const form: Html | undefined = asks
    ? markup`<form method="post"><button>${title}</button></form>`
    : undefined
  const text = frame({
    language: exchange.language,
    scheme: chosenScheme(exchange.request),
    title,
    name: title,
    crumbs: [{ label: title }],
    aside: markup``,
    content: markup`<h1>${title}</h1>\n<p>${messageText({ code, params: { name } }, texts)}</p>\n${form}`,
  })
  return pageAnswer(status, text)
}
