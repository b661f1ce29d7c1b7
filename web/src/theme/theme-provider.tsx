/** Gives a page its looks: theme, scheme, direction of writing. */
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { styleNonce } from './nonce.ts'
import { createSchemeManager } from './scheme.ts'
import { cssVariablesResolver, theme } from './theme.ts'

const schemeManager = createSchemeManager()

// For the style that keeps the page from scrolling under a dialog.
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
