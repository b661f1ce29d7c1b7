/** Route of the safety stock screen. */
import { type StockSearch, groupings, ranges, stockNumbers } from './stock-search.ts'
import { createRoute } from '@tanstack/react-router'
import { scenarioRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { onlyValid, textsOf } from '../../platform/valid-search.ts'

const route = createRoute({
  getParentRoute: () => scenarioRoute,
  path: 'safetystock',
  staticData: { title: 'common:safetyStock', help: 'how-to/set-safety-stock', showsPlan: true },
  validateSearch: onlyValid((given): StockSearch => {
    const by = groupings.find((one) => one === given['by'] && one !== 'category')
    const numbers = stockNumbers.flatMap((name) => {
      const value = Number(given[name] ?? Number.NaN)
      const { least, most, otherwise } = ranges[name]
      return value >= least && value <= most && value !== otherwise ? [[name, value] as const] : []
    })
    return {
      ...Object.fromEntries(numbers),
      ...textsOf(given, ['item', 'location']),
      ...(by === undefined || by === 'category' ? {} : { by }),
    }
  }),
  loader: loadWords('stock', 'trial'),
  component: lazyScreen(() => import('./stock-screen.tsx'), 'StockScreen'),
})

export const stockRoutes = [route] as const
