/** The routes of tasks, each with and without a scenario prefix. */
import { fileEndpoints } from '../../contract/files.ts'
import { taskEndpoints } from '../../contract/tasks.ts'
import type { Service } from '../../service/service.ts'
import { type TaskWatch, watchTasks } from '../../tasks/queue/watch.ts'
import { type TaskRoute, taskRoutesOf } from '../contract/task-routes.ts'
import { fileHandlers } from '../files/file-routes.ts'
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
import { taskHandler, type TaskSharing } from './task-call.ts'
import { createTaskFeed, type TaskFeed } from './task-feed.ts'
import { answerWorkers } from './workers.ts'

export interface ExecuteRoutes {
  readonly routes: readonly Route[]
  /** Closes event streams, which otherwise never end. Must be called before the server closes. */
  close(): Promise<void>
}

/** Routes by path; each path also works with a scenario prefix. */
export const taskRoutes: readonly TaskRoute[] = taskRoutesOf(
  { ...taskEndpoints, ...fileEndpoints },
  {
    'GET /execute/api/': answerCatalogue,
    'GET /execute/api/status/': answerStatus,
    'POST /execute/api/cancel/': answerCancel,
    'GET /execute/api/log/': answerLog,
    'GET /execute/api/events/': answerEvents,
    'GET /execute/api/fixtures/': answerFixtures,
    'GET /execute/api/exports/': answerExports,
    'GET /execute/api/rerun/': answerFormer,
    'POST /execute/api/rerun/': answerRerun,
    'GET /execute/api/workers/': answerWorkers,
    'GET /execute/api/bucketnames/': answerBucketNames,
    'GET /execute/api/scheduletasks/next/': answerNextStarts,
    'POST /execute/api/{task}/': answerLaunch,
    'POST /execute/exportworkbook/': answerExportWorkbook,
    'POST /execute/importworkbook/': answerImportWorkbook,
    'GET /execute/logdownload/{id}/': answerDownload,
    ...fileHandlers,
  },
)

/** Paths that identify a task by the parameter `id`. */
const byNumber: ReadonlySet<string> = new Set(
  ['status', 'log', 'cancel'].map((word) => `/execute/api/${word}/`),
)

/** Path that ends with the name of a task. */
const launchPath = '/execute/api/:task/'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Creates the routes. Listening to changes of tasks starts with the first request that needs them. */
export function openExecuteRoutes({ control, logger }: Service): ExecuteRoutes {
  let watch: TaskWatch | undefined
  const watching = (): TaskWatch =>
    (watch ??= watchTasks(control, (error) =>
      logger.warn({ err: error }, 'Changes of tasks are not announced at the moment'),
    ))
  let feed: TaskFeed | undefined
  const sharing: TaskSharing = {
    watch: watching,
    feed: () => (feed ??= createTaskFeed(control, watching())),
  }
  const routes = taskRoutes.flatMap(({ path, handlers, access, body }): readonly Route[] => {
    const handler = taskHandler(handlers, sharing, {
      byNumber: byNumber.has(path),
      byTask: path === launchPath,
    })
    const route = { methods, access, body, handler } as const
    return [
      { ...route, path },
      { ...route, path: `/:scenario${path}` },
    ]
  })
  return { routes, close: async () => watch?.close() }
}
