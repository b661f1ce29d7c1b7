/**
 * Lists results of own tasks, comments on and changes of followed records, decisions on proposals,
 * changes of followed records by plans, and notices of the service. Newest items first, with the number of unread
 * ones.
 */
import { holds } from '../../../auth/principal.ts'
import { ownTaskScenarios } from '../../../auth/rights/key-scope.ts'
import { inboxEndpoints } from '../../../contract/inbox.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { englishMessages } from '../../../errors/messages.ts'
import { fieldErrors } from '../../../errors/service-error.ts'
import { entityLabel, fieldLabel, type Labels } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { viewRight } from '../../../proposals/rights.ts'
import { type EndpointHandler, routesOf } from '../../contract/routes.ts'
import { readOptions } from '../../data/data-call.ts'
import { requirePerson } from '../me/change-me.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'
import { cursorOf, type FeedItem, type FeedQuery, latestFirst, placeOf } from '../../../inbox/feed.ts'
import { followedNews, type NewsItem, unreadNews } from '../../../inbox/followed.ts'
import { type Reader, scenariosInReach } from '../../../inbox/follower.ts'
import { type NoticeReach, ownNotices, unreadNotices } from '../../../inbox/notices.ts'
import { ownTasks, unreadTasks } from '../../../inbox/own-tasks.ts'
import { type PlanItem, planNews, unreadPlanNews } from '../../../inbox/plan-news.ts'
import { type OpenScenarios, proposalNews, unreadProposals } from '../../../inbox/proposal-news.ts'
import { readMarks, type ReadMarks, writeMarks } from '../../../inbox/read-marks.ts'

type Endpoints = typeof inboxEndpoints

async function followerOf({ context, exchange, principal }: WordCall): Promise<Reader> {
  const { control, model } = context
  const { homeOf } = exchange.service
  return { control, homeOf, model, principal, ...(await scenariosInReach({ control, homeOf, principal })) }
}

const openScenarios = ({ principal }: WordCall): readonly string[] => [...principal.scenarios.keys()]

/** Returns which notices the request may read: those of no scenario are for users and unlimited keys. */
const noticeReach = (call: WordCall): NoticeReach => {
  const { limits } = call.principal
  const isLimited = limits?.scenarios !== undefined || limits?.entities !== undefined
  return { scenarios: openScenarios(call), general: !isLimited }
}

const proposalScenarios = (call: WordCall): OpenScenarios => {
  const open = openScenarios(call)
  return { open, seeing: open.filter((name) => holds(call.principal, name, viewRight)) }
}

async function unreadOf(call: WordCall, follower: Reader, marks: ReadMarks): Promise<number> {
  const { userId } = call.principal
  const { control } = call.context
  const [tasks, news, proposals, notices, plans] = await Promise.all([
    unreadTasks(control, { userId, marks }, ownTaskScenarios(call.principal)),
    unreadNews(follower, { userId, marks }),
    unreadProposals(control, userId, marks, proposalScenarios(call)),
    unreadNotices(control, { userId, marks }, noticeReach(call)),
    unreadPlanNews(follower, { userId, marks }),
  ])
  return tasks + news + proposals + notices + plans
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
  const [tasks, news, proposals, notices, plans, unread, labels] = await Promise.all([
    ownTasks(context.control, wanted, { scenarios: ownTaskScenarios(principal), texts }),
    followedNews(follower, wanted),
    proposalNews(context.control, wanted, proposalScenarios(call)),
    ownNotices(context.control, wanted, { reach: noticeReach(call), texts }),
    planNews(follower, wanted),
    unreadOf(call, follower, marks),
    loadLabels(exchange.language, exchange.service.extensions.translations),
  ])
  const unsorted: readonly FeedItem[] = [
    ...tasks,
    ...proposals,
    ...notices,
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

/** Adds the routes of the records. */
function routed({ context }: WordCall, item: PlanItem): FeedItem {
  const changes = item.changes.map((change) => {
    const entity = context.model.byName.get(change.entity)
    const route = entity === undefined ? '' : `${routeOf(entity)}/${encodeURIComponent(change.key)}`
    return Object.assign(change, { route })
  })
  return Object.assign(item, { changes, route: changes[0]?.route ?? '' })
}

/** Marks items as read: `{"all": true}` or `{"ids": ["task:12"]}`. */
const markRead: EndpointHandler<Endpoints['POST /api/inbox/read/']> = async (call, { body }) => {
  const { context, principal } = call
  requirePerson(principal)
  const { control } = context
  const { userId } = principal
  const { all, ids } = await body()
  const marks = await readMarks(control, userId)
  const follower = await followerOf(call)
  const changed =
    all === true ? await allRead(call, follower, marks) : { ...marks, ids: [...marks.ids, ...knownIds(ids)] }
  await writeMarks(control, userId, changed)
  return { unread: await unreadOf(call, follower, changed) }
}

/** Returns marks up to the newest existing item: an item that is created at the same time stays unread. */
async function allRead(call: WordCall, follower: Reader, marks: ReadMarks): Promise<ReadMarks> {
  const { userId } = call.principal
  const first = { userId, marks, unread: false, after: undefined, limit: 1 }
  const [tasks, news, proposals, notices, plans] = await Promise.all([
    ownTasks(call.context.control, first, {
      scenarios: ownTaskScenarios(call.principal),
      texts: englishMessages,
    }),
    followedNews(follower, first),
    proposalNews(call.context.control, first, proposalScenarios(call)),
    ownNotices(call.context.control, first, { reach: noticeReach(call), texts: englishMessages }),
    planNews(follower, first),
  ])
  const latest = [...tasks, ...news, ...proposals, ...notices, ...plans].toSorted(latestFirst)[0]
  return { until: latest?.moment ?? marks.until, ids: [] }
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
