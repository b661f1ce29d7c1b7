/** Routes of the help screens. */
import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../shell/base-routes.tsx'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'

const shortcuts = createRoute({
  getParentRoute: () => appRoute,
  path: 'help/shortcuts',
  staticData: { title: 'help:shortcuts.title' },
  loader: loadWords('help'),
  component: lazyScreen(() => import('./shortcuts-screen.tsx'), 'ShortcutsScreen'),
})

const about = createRoute({
  getParentRoute: () => appRoute,
  path: 'help/about',
  staticData: { title: 'help:about.title' },
  loader: loadWords('help'),
  component: lazyScreen(() => import('./about-screen.tsx'), 'AboutScreen'),
})

export const helpRoutes = [shortcuts, about] as const
