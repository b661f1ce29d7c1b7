/** Reads the data of the home screen: key figures of the plan, late orders, shortages and the inbox. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { noticeKinds } from '../../../../src/model/notice-kinds.ts'
import { getJson, sendJson } from './client.ts'
import { exceptionKind } from './exceptions.ts'
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

/** Returns whether the scenario has a plan. The plan may have been made here, copied or imported. */
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

/** Query for open orders and quotes that are planned late, counted as in the figures, the latest first. */
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

/** Query for stock below its minimum, the earliest first. */
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

const plannedChangeShape = object({
  key: text,
  before: stateShape,
  after: stateShape,
  /** Kind of a new exception on the record. */
  exception: otherwise(nullable(exceptionKind), null),
})

/** Planned values of a followed record before and after a run. */
export type PlannedChange = Shaped<typeof plannedChangeShape>

const messageShape = object({
  id: text,
  kind: oneOf(
    'task',
    'comment',
    'mention',
    'add',
    'change',
    'delete',
    'proposal',
    'plan',
    'exception',
    ...noticeKinds,
  ),
  created: text,
  read: boolean,
  text: otherwise(text, ''),
  scenario: otherwise(text, 'default'),
  /** Path within the scenario, or a full path if it starts with `/app/`. */
  route: otherwise(text, ''),
  /** Name of a completed task. */
  name: otherwise(text, ''),
  status: nullable(text),
  /** Event of a proposal, such as a decision of a user. */
  event: otherwise(text, ''),
  /** Followed record: its type, its key, the user who acted on it, and labels of the changed fields. */
  label: otherwise(text, ''),
  key: otherwise(text, ''),
  /** Display name of the record. */
  title: otherwise(text, ''),
  user: nullable(text),
  fields: otherwise(list(text), []),
  /** Plan: number of followed records that it changed, and the first of them. */
  total: otherwise(number, 0),
  changes: otherwise(list(plannedChangeShape), []),
})

const inboxShape = object({ unread: number, items: list(messageShape), next: nullable(text) })

export type Message = Shaped<typeof messageShape>

/** Returns the path of the screen that a message refers to. */
export const messagePlace = ({ route, scenario }: Message): string =>
  route.startsWith('/app/') ? route : `/app/${encodeURIComponent(scenario)}${route}`

/** Query for the messages of the user, in pages. */
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

/** Marks messages as read; all messages if no ids are given. */
export const markRead = (ids?: readonly string[]): Promise<unknown> =>
  sendJson('POST', '/api/inbox/read/', ids === undefined ? { all: true } : { ids }, anything)
