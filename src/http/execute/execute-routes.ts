/** The routes of tasks, each with and without a scenario prefix. */
import type { TaskWord } from '../../extensions/task-words.ts'
import type { Service } from '../../service/service.ts'
import { type TaskWatch, watchTasks } from '../../tasks/queue/watch.ts'
import type { BodyKind } from '../body/body-policy.ts'
import { filePaths } from '../files/file-routes.ts'
import type { Route } from '../routes/route.ts'
import { answerBucketNames } from './bucket-names.ts'
import { answerFormer, answerRerun } from './again.ts'
import { answerCatalogue, answerFixtures } from './catalogue.ts'
import { answerEvents } from './events.ts'
import { answerExportWorkbook } from './export-workbook.ts'
import { answerImportWorkbook } from './import-workbook.ts'
import { answerExports } from './exports.ts'
import { answerLaunch } from './launch.ts'
import { answerDownload, answerLog } from './log.ts'
import { answerCancel, answerStatus } from './status.ts'
import { answerNextStarts } from './next-starts.ts'
import { taskHandler, type TaskHandlers, type TaskSharing } from './task-call.ts'
import { createTaskFeed, type TaskFeed } from './task-feed.ts'
import { answerWorkers } from './workers.ts'

export interface ExecuteRoutes {
  readonly routes: readonly Route[]
  /** Closes event streams, which otherwise never end. Must be called before the server closes. */
  close(): Promise<void>
}

/** Handlers of reserved words that take the position of a task name in the path. */
const wordHandlers: Readonly<Record<TaskWord, TaskHandlers>> = {
  status: { GET: answerStatus },
  cancel: { POST: answerCancel },
  log: { GET: answerLog },
  events: { GET: answerEvents },
  fixtures: { GET: answerFixtures },
  exports: { GET: answerExports },
  rerun: { GET: answerFormer, POST: answerRerun },
  workers: { GET: answerWorkers },
  bucketnames: { GET: answerBucketNames },
}

/** Handlers by path template and method; each path also works with a scenario prefix. */
export const executeHandlers: Readonly<Record<string, TaskHandlers>> = {
  '/execute/api/': { GET: answerCatalogue },
  ...Object.fromEntries(
    Object.entries(wordHandlers).map(([word, handlers]) => [`/execute/api/${word}/`, handlers]),
  ),
  '/execute/api/scheduletasks/next/': { GET: answerNextStarts },
  '/execute/api/:task/': { POST: answerLaunch },
  '/execute/exportworkbook/': { POST: answerExportWorkbook },
  '/execute/importworkbook/': { POST: answerImportWorkbook },
  '/execute/logdownload/:id/': { GET: answerDownload },
  ...filePaths,
}

/** Kind of the request body for handlers that do not read one object. */
const bodies: Readonly<Record<string, BodyKind>> = {
  '/execute/importworkbook/': 'upload',
  '/execute/uploadtofolder/:folder/': 'upload',
}

/** Paths that identify a task by the parameter `id`. */
const byNumber: ReadonlySet<string> = new Set(
  ['status', 'log', 'cancel'].map((word) => `/execute/api/${word}/`),
)

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Creates the routes. Listening to changes of tasks starts with the first request that needs them. */
export function openExecuteRoutes({ database, logger }: Service): ExecuteRoutes {
  let watch: TaskWatch | undefined
  const watching = (): TaskWatch =>
    (watch ??= watchTasks(database, (error) =>
      logger.warn({ err: error }, 'Changes of tasks are not announced at the moment'),
    ))
  let feed: TaskFeed | undefined
  const sharing: TaskSharing = {
    watch: watching,
    feed: () => (feed ??= createTaskFeed(database, watching())),
  }
  const routes = Object.entries(executeHandlers).flatMap(([path, handlers]): readonly Route[] => {
    const access = path in filePaths ? 'files' : 'user'
    const body = bodies[path] ?? 'object'
    const handler = taskHandler(handlers, sharing, { byNumber: byNumber.has(path) })
    const route = { methods, access, body, handler } as const
    return [
      { ...route, path },
      { ...route, path: `/:scenario${path}` },
    ]
  })
  return { routes, close: async () => watch?.close() }
}
