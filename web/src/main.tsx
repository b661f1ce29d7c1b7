/**
 * Entry point of the web UI for signed-in users: loads user, translations and screen in parallel, then renders the app.
 */
import './platform/theme/layers.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './platform/theme/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { changeMe, meQuery } from './platform/api/me.ts'
import { queryClient } from './platform/api/query-client.ts'
import { watchUserInput } from './platform/api/user-input.ts'
import { router } from './app/router.tsx'
import { chosenLanguageName, readerLanguage } from './platform/i18n/reader-language.ts'
import { fetchWords, startWords } from './platform/i18n/i18n.ts'
import { ThemeProvider } from './platform/theme/theme-provider.tsx'

/** Translations of the frame of every screen. */
const frame = ['common', 'shell'] as const

watchUserInput(globalThis)
const me = queryClient.fetchQuery(meQuery).catch(() => undefined)
fetchWords(...frame)
const chosen = sessionStorage.getItem(chosenLanguageName)
// The code and the data of the screen need not wait for the first picture; errors are shown in place of the screen. After
// a sign-in in another language, data has its labels in that language only when it is stored.
if (chosen === null) void router.load().catch(() => undefined)

const user = await me
sessionStorage.removeItem(chosenLanguageName)
if (user !== undefined && chosen !== null && chosen !== user.language) {
  await changeMe({ language: chosen }).catch(() => undefined)
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)
}
try {
  await startWords(readerLanguage(queryClient.getQueryData(meQuery.queryKey)?.language), frame)
} catch (error) {
  // Without words, only the text of the page itself can be shown.
  document.getElementById('not-loaded')?.removeAttribute('hidden')
  throw error
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
)
