/**
 * Builds the web UI: two pages, the light one for signing in and the one for everything else. In development the
 * pages stand where the service gives them out (`/app/…`, `/login`), and everything else is asked of the service.
 */
import react from '@vitejs/plugin-react'
import { type Connect, defineConfig, type Plugin } from 'vite'
import { pageOf } from './build/pages.ts'
import { startOf } from './build/start-of.ts'

/** Source of a module, in bytes, that is not worth a file of its own where several screens share it. */
const smallModuleBytes = 12_000

/** Controls of a few screens have files of their own, or every screen would load them. */
const rareControl = String.raw`/components/(?:Radio|PasswordInput)/`
const control = new RegExp(`node_modules(?!.*${rareControl})`)

/** What the page for signing in shares with screens stays by itself. */
const shared = new RegExp(`^(?!.*(?:/src/platform/api/factors\\.ts|${rareControl}))`)

/** The service that the development server stands in front of. */
const service = process.env['PLANCTL_WEB_SERVICE'] ?? 'http://127.0.0.1:8000'

const page: Connect.NextHandleFunction = (request, _response, next) => {
  const name = request.method === 'GET' ? pageOf(request.url ?? '/') : undefined
  if (name !== undefined) request.url = `/static/${name}.html`
  next()
}

/** Gives out the pages where the service does. */
const pages: Plugin = {
  name: 'planning-pages',
  configureServer: (server) => {
    server.middlewares.use(page)
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/static/',
  experimental: {
    // The service puts its prefix into pages; scripts and styles find each other beside themselves.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/static/${file}` : { relative: true }),
  },
  plugins: [pages, react()],
  server: {
    port: 5173,
    proxy: {
      '^/(?:[^/?]+/)?(?:api|execute)/': { target: service },
      '^/(?:login|logout|setup)/?$': { target: service },
      '^/(?:openapi\\.json|livez|readyz)': { target: service },
    },
  },
  build: {
    target: 'es2023',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Inlined images would need `data:` in more places of the policy than they are worth.
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: startOf, debugName: 'start' },
            // What several screens share is small: a file for each would be fifty requests for one screen.
            { name: 'controls', test: control, maxModuleSize: smallModuleBytes, minShareCount: 3 },
            // The page for signing in uses some of it, and must not load the rest with it.
            { name: 'common', test: shared, maxModuleSize: smallModuleBytes, minShareCount: 6 },
          ],
        },
      },
      input: {
        index: new URL('index.html', import.meta.url).pathname,
        login: new URL('login.html', import.meta.url).pathname,
      },
    },
  },
})
