/** Routes of files and spreadsheets. */
import { createRoute } from '@tanstack/react-router'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { onlyValid, textsOf } from '../../platform/valid-search.ts'

export interface FilesSearch {
  readonly folder?: 'export' | 'errors'
  /** The previewed file. */
  readonly look?: string
}

const words = loadWords('files', 'execute', 'import')

const filesRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/execute/files',
  staticData: { title: 'files:title', help: 'how-to/files' },
  validateSearch: onlyValid(({ folder, ...named }): FilesSearch => ({
    ...(folder === 'export' || folder === 'errors' ? { folder } : {}),
    ...textsOf(named, ['look']),
  })),
  loader: words,
  component: lazyScreen(() => import('./files-screen.tsx'), 'FilesScreen'),
})

const spreadsheetRoute = createRoute({
  getParentRoute: () => scenarioRoute,
  path: '/execute/spreadsheet',
  staticData: { title: 'files:spreadsheet.title', help: 'tasks/exportworkbook' },
  loader: words,
  component: lazyScreen(() => import('./spreadsheet-screen.tsx'), 'SpreadsheetScreen'),
})

export const fileRoutes = [filesRoute, spreadsheetRoute] as const
