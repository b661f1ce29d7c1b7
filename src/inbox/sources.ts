/** All sources of the inbox together: what they list, and how many of it is unread. */
import type { Principal } from '../auth/principal.ts'
import { holds } from '../auth/principal.ts'
import { ownTaskScenarios } from '../auth/rights/key-scope.ts'
import type { MessageTexts } from '../errors/messages.ts'
import { viewRight } from '../proposals/rights.ts'
import type { FeedItem, FeedQuery } from './feed.ts'
import { followedNews, type NewsItem, unreadNews } from './followed.ts'
import type { Reader } from './follower.ts'
import { type NoticeReach, ownNotices, unreadNotices } from './notices.ts'
import { ownTasks, unreadTasks } from './own-tasks.ts'
import { type PlanItem, planNews, unreadPlanNews } from './plan-news.ts'
import { type OpenScenarios, proposalNews, unreadProposals } from './proposal-news.ts'
import type { ReadMarks } from './read-marks.ts'

const openScenarios = ({ scenarios }: Principal): readonly string[] => [...scenarios.keys()]

/** Returns which notices the user may read: those of no scenario are for users and unlimited keys. */
const noticeReach = (principal: Principal): NoticeReach => {
  const { limits } = principal
  const isLimited = limits?.scenarios !== undefined || limits?.entities !== undefined
  return { scenarios: openScenarios(principal), general: !isLimited }
}

const proposalScenarios = (principal: Principal): OpenScenarios => {
  const open = openScenarios(principal)
  return { open, seeing: open.filter((name) => holds(principal, name, viewRight)) }
}

export interface InboxItems {
  readonly news: readonly NewsItem[]
  readonly plans: readonly PlanItem[]
  /** Tasks, proposals and notices. */
  readonly others: readonly FeedItem[]
}

/** Returns the first items of each source; the first ones of all sources are among them. */
export async function inboxItems(reader: Reader, query: FeedQuery, texts: MessageTexts): Promise<InboxItems> {
  const { control, principal } = reader
  const [tasks, news, proposals, notices, plans] = await Promise.all([
    ownTasks(control, query, { scenarios: ownTaskScenarios(principal), texts }),
    followedNews(reader, query),
    proposalNews(control, query, proposalScenarios(principal)),
    ownNotices(control, query, { reach: noticeReach(principal), texts }),
    planNews(reader, query),
  ])
  return { news, plans, others: [...tasks, ...proposals, ...notices] }
}

/** Returns the number of unread items. */
export async function unreadItems(reader: Reader, marks: ReadMarks): Promise<number> {
  const { control, principal } = reader
  const { userId } = principal
  const counts = await Promise.all([
    unreadTasks(control, { userId, marks }, ownTaskScenarios(principal)),
    unreadNews(reader, { userId, marks }),
    unreadProposals(control, userId, marks, proposalScenarios(principal)),
    unreadNotices(control, { userId, marks }, noticeReach(principal)),
    unreadPlanNews(reader, { userId, marks }),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}
