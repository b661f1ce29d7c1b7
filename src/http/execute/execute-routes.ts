/** The routes of tasks, each with and without the scenario in front. */
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
  /** Ends streams of events, which would go on for ever. To be called before the server closes. */
  close(): Promise<void>
}

/** What stands where the names of tasks do. */
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

/** Handlers by method, by template of the path; each also answers below the name of a scenario. */
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

/** What handlers read of bodies, unless it is one object. */
const bodies: Readonly<Record<string, BodyKind>> = {
  '/execute/importworkbook/': 'upload',
  '/execute/uploadtofolder/:folder/': 'upload',
}

/** Paths to a task that the parameter `id` names. */
const byNumber: ReadonlySet<string> = new Set(
  ['status', 'log', 'cancel'].map((word) => `/execute/api/${word}/`),
)

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Listens to changes of tasks from the first request on that wants to know of them. */
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
