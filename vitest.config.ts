import { defineConfig } from 'vitest/config'

/** Unit tests beside the code. They use a real PostgreSQL, started once for the whole run. */
export default defineConfig({
  resolve: {
    // As for whoever loads a module (src/extensions/import-module.ts).
    alias: { 'planning-service/extension': new URL('src/author/extension.ts', import.meta.url).pathname },
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'extensions/**/*.test.ts', 'fixtures/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
