/**
 * Lists results of own tasks, comments on and changes of followed records, decisions on proposals,
 * changes of followed records by plans, and notices of the service. Newest items first, with the number of unread
 * ones.
 */
import { inboxEndpoints } from '../../../contract/inbox.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { fieldErrors } from '../../../errors/service-error.ts'
import { entityLabel, fieldLabel, type Labels } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { type EndpointHandler, routesOf } from '../../contract/routes.ts'
import { readOptions } from '../../data/data-call.ts'
import { requirePerson } from '../me/change-me.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'
import { cursorOf, type FeedItem, type FeedQuery, latestFirst, placeOf } from '../../../inbox/feed.ts'
import type { NewsItem } from '../../../inbox/followed.ts'
import { type Reader, scenariosInReach } from '../../../inbox/follower.ts'
import { markAllRead, markItems } from '../../../inbox/mark-read.ts'
import type { PlanItem } from '../../../inbox/plan-news.ts'
import { readMarks } from '../../../inbox/read-marks.ts'
import { inboxItems, unreadItems } from '../../../inbox/sources.ts'

type Endpoints = typeof inboxEndpoints

async function followerOf({ context, exchange, principal }: WordCall): Promise<Reader> {
  const { control, model } = context
  const { homeOf } = exchange.service
  return { control, homeOf, model, principal, ...(await scenariosInReach({ control, homeOf, principal })) }
}

const answerInbox: EndpointHandler<Endpoints['GET /api/inbox/']> = async (
  call,
  { query: { unread: onlyUnread, cursor = '', limit } },
) => {
  const { context, exchange, principal } = call
  const marks = await readMarks(context.control, principal.userId)
  const wanted: FeedQuery = {
    userId: principal.userId,
    marks,
    unread: onlyUnread,
    after: placeOf(cursor),
    limit: limit + 1,
  }
  const texts = await loadMessages(exchange.language)
  const follower = await followerOf(call)
  const [{ news, plans, others }, unread, labels] = await Promise.all([
    inboxItems(follower, wanted, texts),
    unreadItems(follower, marks),
    loadLabels(exchange.language, exchange.service.extensions.translations),
  ])
  const unsorted: readonly FeedItem[] = [
    ...others,
    ...plans.map((item) => routed(call, item)),
    ...(await titled(call, news)).map((item) => presented(call, item, labels)),
  ]
  const sorted = unsorted.toSorted(latestFirst)
  const items = sorted.slice(0, limit)
  const last = items.at(-1)
  return {
    unread,
    items: items.map(({ moment, ...item }) => Object.assign(item, { created: moment.slice(0, 19) })),
    next: sorted.length > limit && last !== undefined ? cursorOf(last) : null,
    unavailable: follower.unavailable,
  }
}

/** Adds the titles of records whose keys are numbers, with one query per scenario. */
async function titled(call: WordCall, news: readonly NewsItem[]): Promise<readonly NewsItem[]> {
  const scenarios = [...new Set(news.map(({ scenario }) => scenario))]
  const found = await Promise.all(
    scenarios.map(async (scenario) => {
      const own = news.filter((item) => item.scenario === scenario)
      return [scenario, await recordTitles({ ...call.context, scenario }, own, readOptions(call))] as const
    }),
  )
  const titles = new Map(found)
  return news.map((item) => ({ ...item, title: titles.get(item.scenario)?.(item) ?? item.key }))
}

/** Adds labels and the route of the record; a deleted record has only the route of its list. */
function presented({ context }: WordCall, item: NewsItem, labels: Labels): FeedItem {
  const entity = context.model.byName.get(item.entity)
  if (entity === undefined) return item
  const tab = ['comment', 'mention'].includes(item.kind) ? 'messages' : 'history'
  const record = `${routeOf(entity)}/${encodeURIComponent(item.key)}?tab=${tab}`
  return Object.assign(item, {
    label: entityLabel(entity, labels),
    fields: item.fields.map((name) => {
      const field = entity.fieldByName.get(name)
      return field === undefined ? name : fieldLabel(entity, field, labels)
    }),
    route: item.kind === 'delete' ? routeOf(entity) : record,
  })
}

/** Adds the routes of the records: those of sales orders lead to their plan, which shows the reasons. */
function routed({ context }: WordCall, item: PlanItem): FeedItem {
  const changes = item.changes.map((change) => {
    const entity = context.model.byName.get(change.entity)
    const route =
      entity === undefined
        ? ''
        : `${routeOf(entity)}/${encodeURIComponent(change.key)}${change.entity === 'input.demand' ? '/plan' : ''}`
    return Object.assign(change, { route })
  })
  return Object.assign(item, { changes, route: changes[0]?.route ?? '' })
}

/** Marks items as read: `{"all": true}` or `{"ids": ["task:12"]}`. */
const markRead: EndpointHandler<Endpoints['POST /api/inbox/read/']> = async (call, { body }) => {
  requirePerson(call.principal)
  const { all, ids } = await body()
  const follower = await followerOf(call)
  const marks = all === true ? await markAllRead(follower) : await markItems(follower, knownIds(ids))
  return { unread: await unreadItems(follower, marks) }
}

const form =
  /^(?:(?:task|proposal|notice):\d{1,15}|(?:comment|mention|add|change|delete|plan|exception):[\w-]{1,100}:[\d.]{1,40})$/

function knownIds(ids: readonly string[] | undefined): readonly string[] {
  if (ids === undefined) throw fieldErrors({ ids: [{ code: 'not_a_list' }] })
  const unknown = ids.find((id) => !form.test(id))
  if (unknown === undefined) return ids
  throw fieldErrors({ ids: [{ code: 'not_offered', params: { value: unknown.slice(0, 100) } }] })
}

export const inboxRoutes = routesOf(inboxEndpoints, {
  'GET /api/inbox/': answerInbox,
  'POST /api/inbox/read/': markRead,
})
