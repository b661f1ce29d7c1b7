/**
 * Theme of the product: petrol on paper, dense, with thin lines and little decoration. Colors with a meaning (states,
 * scenarios) are variables of tokens.css; their contrast with the background is at least 4.5:1 in both schemes.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const petrol: MantineColorsTuple = [
  '#eaf5f5',
  '#d3e9ea',
  '#a6d2d5',
  '#75b9be',
  '#4aa3aa',
  '#258b94',
  '#0f7079',
  '#0b5c66',
  '#084854',
  '#06363f',
]

const dark: MantineColorsTuple = [
  '#dbe2e1',
  '#b9c4c4',
  '#9aa8a9',
  '#728285',
  '#3d4a4d',
  '#303b3e',
  '#252e31',
  '#1a2123',
  '#14191b',
  '#0e1213',
]

const gray: MantineColorsTuple = [
  '#f6f7f5',
  '#eef0ee',
  '#e3e7e4',
  '#d5dbd8',
  '#c2cac7',
  '#9aa5a3',
  '#6b7a7b',
  '#4e5b5d',
  '#333e40',
  '#1b2426',
]

const fontFamily = 'var(--font)'

export const theme = createTheme({
  colors: { petrol, dark, gray },
  primaryColor: 'petrol',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  // Mantine derives the text color of filled buttons from the light shade; the dark shade is brighter and requires
  // dark text.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    const primary = input.color === undefined || input.color === 'petrol'
    return input.variant === 'filled' && primary
      ? { ...colors, color: 'var(--mantine-primary-color-contrast)' }
      : colors
  },
  luminanceThreshold: 0.3,
  black: '#1b2426',
  fontFamily,
  fontFamilyMonospace:
    "ui-monospace, 'Cascadia Code', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.1875rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Titles in the alert color would have too little contrast with its pale background.
    Alert: { styles: { title: { color: 'var(--ink)' } } },
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'md', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    TagsInput: { defaultProps: { size: 'xs' } },
    FileInput: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    // The explicit variant makes the text contrast with the chip in both schemes.
    Chip: { defaultProps: { variant: 'filled' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
    Tooltip: {
      defaultProps: {
        openDelay: 350,
        withinPortal: true,
        fz: 'xs',
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: false },
      },
    },
    Table: { defaultProps: { fz: 'sm', verticalSpacing: 6, horizontalSpacing: 'sm' } },
    Tabs: { defaultProps: { fz: 'sm' } },
    Modal: { defaultProps: { centered: true, padding: 'lg', overlayProps: { backgroundOpacity: 0.35 } } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.3 } } },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b2426',
    '--mantine-color-dimmed': '#566366',
    '--mantine-color-placeholder': '#647174',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0b5c66',
    '--mantine-color-default-border': '#c2cac7',
  },
  dark: {
    '--mantine-color-body': '#1a2123',
    '--mantine-color-text': '#dbe2e1',
    '--mantine-color-dimmed': '#9aa8a9',
    '--mantine-color-placeholder': '#8d9b9d',
    '--mantine-color-error': '#ff9b91',
    '--mantine-color-anchor': '#75b9be',
    '--mantine-color-default-border': '#3d4a4d',
    '--mantine-color-default': '#20282b',
    '--mantine-color-default-hover': '#283235',
  },
})
