/** Routes of lists and records of every entity: `/data/demand`, `/data/demand/SO-1`. */
import { type RecordTab, recordTabs } from './record-tab-names.ts'
import { createRoute } from '@tanstack/react-router'
import { keyOfSegment, segmentOfKey } from '../../../../src/model/record-path.ts'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { readGridSearch } from '../../grid/state/grid-search.ts'
import { begin } from '../../platform/begin.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { openList, requestEntities } from './open-list.ts'
import { onlyValid } from '../../platform/valid-search.ts'

const list = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'data/$entity',
  staticData: {
    title: 'grid:title',
    help: 'how-to/work-with-data',
    showsPlan: /^demand$|^operationplan|order$/,
  },
  validateSearch: readGridSearch,
  beforeLoad: ({ context, params }) => requestEntities(context.queryClient, params.scenario),
  loader: async ({ context, params }) => {
    openList(context.queryClient, params.scenario, params.entity)
    await loadWords('grid')()
  },
  component: lazyScreen(() => import('./list-screen.tsx'), 'ListScreen'),
})

const create = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'data/$entity/new',
  staticData: { title: 'grid:create.screen', help: 'how-to/work-with-data' },
  loader: loadWords('grid'),
  component: lazyScreen(() => import('./new-record-screen.tsx'), 'NewRecordScreen'),
})

const importFile = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'data/$entity/import',
  staticData: { title: 'import:screen', help: 'how-to/work-with-data' },
  loader: loadWords('import', 'grid', 'undo'),
  component: lazyScreen(() => import('../import/import-screen.tsx'), 'ImportScreen'),
})

interface RecordSearch {
  readonly tab?: RecordTab
  /** The related records: their entity and the field that refers to the record, such as `input.demand item`. */
  readonly relation?: string
}

const record = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'data/$entity/$key',
  params: {
    parse: ({ entity, key }) => ({ entity, key: keyOfSegment(key) }),
    stringify: ({ entity, key }) => ({ entity, key: segmentOfKey(key) }),
  },
  staticData: { title: 'grid:record.title', help: 'how-to/work-with-data' },
  validateSearch: onlyValid((given): RecordSearch => {
    const { tab: name, relation } = given
    const tab = recordTabs.find((one) => one === name)
    return {
      ...(tab === undefined ? {} : { tab }),
      ...(tab === 'related' && typeof relation === 'string' ? { relation } : {}),
    }
  }),
  loader: async ({ context, params: { scenario, entity } }) => {
    begin(async () => {
      const { readMetaAhead } = await import('./read-ahead.ts')
      await readMetaAhead(context.queryClient, scenario, entity)
    })
    const changesCapacity = entity === 'resource' || entity === 'calendar'
    await (changesCapacity ? loadWords('grid', 'undo', 'calendars', 'trial') : loadWords('grid', 'undo'))()
  },
  component: lazyScreen(() => import('./record-screen.tsx'), 'RecordScreen'),
})

export const dataRoutes = [list, create, importFile, record] as const
