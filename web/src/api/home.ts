/** What is told at the start: the plan in a few figures, the latest orders, what is new for the user. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { noticeKinds } from '../../../src/model/notice-kinds.ts'
import { getJson, sendJson } from './client.ts'
import { entityPath, scenarioPath, withQuery } from './paths.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  otherwise,
  type Shaped,
  text,
} from './shape.ts'

const figureShape = object({
  id: number,
  /** `demand`, `inventory`, `proposals`, `capacity`, `problems`, `constraints` or `run`. */
  section: text,
  name: text,
  count: nullable(number),
  quantity: nullable(number),
  value: nullable(number),
  days: nullable(number),
  percent: nullable(number),
  moment: nullable(text),
  status: nullable(text),
})

export type PlanFigure = Shaped<typeof figureShape>

export const planSummaryQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan summary', scenario],
    queryFn: ({ signal }) =>
      getJson(scenarioPath(scenario, '/api/output/plansummary/'), list(figureShape), { signal }),
  })

/** Whether anything tells of a plan: one may have been made here, copied or imported. */
export const isPlanned = (figures: readonly PlanFigure[]): boolean =>
  figures.some(
    ({ section, name, count }) =>
      ['run', 'proposals', 'capacity', 'problems', 'constraints'].includes(section) ||
      (section === 'demand' && name !== 'short' && (count ?? 0) > 0),
  )

const lateShape = object({
  name: text,
  item: nullable(text),
  customer: nullable(text),
  due: nullable(text),
  delay: nullable(text),
})

export type LateOrder = Shaped<typeof lateShape>

/** Open orders and quotes that are planned late, as the figures count them, the latest first. */
export const lateOrdersQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['late orders', scenario],
    queryFn: ({ signal }) => {
      const query = {
        status__in: 'open,quote',
        delay__gt: 0,
        ordering: '-delay',
        limit: 10,
        fields: 'name,item,customer,due,delay',
      }
      return getJson(withQuery(entityPath(scenario, 'input.demand'), query), list(lateShape), { signal })
    },
  })

const shortageShape = object({ owner: text, description: text, startdate: text, enddate: text })

export type Shortage = Shaped<typeof shortageShape>

/** Stock that falls below what should be there, the soonest first. */
export const shortagesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['shortages', scenario],
    queryFn: ({ signal }) => {
      const query = {
        entity: 'material',
        ordering: 'startdate',
        limit: 10,
        fields: 'owner,description,startdate,enddate',
      }
      return getJson(withQuery(entityPath(scenario, 'output.problem'), query), list(shortageShape), {
        signal,
      })
    },
  })

const stateShape = nullable(
  object({
    start: nullable(text),
    end: nullable(text),
    quantity: nullable(number),
    /** Seconds. */
    delay: nullable(number),
    late: nullable(number),
  }),
)

const plannedChangeShape = object({ key: text, before: stateShape, after: stateShape })

/** What a plan says of a followed record, before and after. */
export type PlannedChange = Shaped<typeof plannedChangeShape>

const messageShape = object({
  id: text,
  kind: oneOf('task', 'comment', 'mention', 'add', 'change', 'delete', 'proposal', 'plan', ...noticeKinds),
  created: text,
  read: boolean,
  text: otherwise(text, ''),
  scenario: otherwise(text, 'default'),
  /** Below the scenario, or whole where it begins with `/app/`. */
  route: otherwise(text, ''),
  /** Of a task that has ended. */
  name: otherwise(text, ''),
  status: nullable(text),
  /** Of a proposal: what somebody did with it. */
  event: otherwise(text, ''),
  /** Of a followed record: what it is, its key, who did something to it, and labels of the fields that were changed. */
  label: otherwise(text, ''),
  key: otherwise(text, ''),
  /** What people call the record. */
  title: otherwise(text, ''),
  user: nullable(text),
  fields: otherwise(list(text), []),
  /** Of a plan: how many followed records it changed, and the first of them. */
  total: otherwise(number, 0),
  changes: otherwise(list(plannedChangeShape), []),
})

const inboxShape = object({ unread: number, items: list(messageShape), next: nullable(text) })

export type Message = Shaped<typeof messageShape>

/** The screen of what a message is about. */
export const messagePlace = ({ route, scenario }: Message): string =>
  route.startsWith('/app/') ? route : `/app/${encodeURIComponent(scenario)}${route}`

/** What is new for the user, in pages. */
export const inboxQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['inbox', unread],
    queryFn: ({ pageParam, signal }) =>
      getJson(
        withQuery('/api/inbox/', {
          ...(unread ? { unread: 1 } : {}),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        }),
        inboxShape,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Marks messages as read; without any, all. */
export const markRead = (ids?: readonly string[]): Promise<unknown> =>
  sendJson('POST', '/api/inbox/read/', ids === undefined ? { all: true } : { ids }, anything)
