/** Provides theme, color scheme and writing direction to a page. */
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { styleNonce } from './nonce.ts'
import { createSchemeManager } from './scheme.ts'
import { cssVariablesResolver, theme } from './theme.ts'

const schemeManager = createSchemeManager()

// Needed for the style that disables scrolling of the page behind a dialog.
if (styleNonce !== '') setNonce(styleNonce)

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <DirectionProvider detectDirection>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
