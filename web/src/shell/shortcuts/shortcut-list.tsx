/** List of all keyboard shortcuts, in the dialog of `?` and on a separate page. */
import { Kbd, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './shortcuts.module.css'
import { keyName } from '../../platform/key-names.ts'

/** Keys by action, as `keyName` takes them; the translation file has a text with the same name for each. */
const groups = {
  everywhere: {
    palette: [['mod', 'K']],
    shortcuts: [['?']],
    home: [['g'], ['h']],
    execute: [['g'], ['e']],
    inbox: [['g'], ['i']],
    leave: [['esc']],
  },
  grid: {
    move: [['←', '↑', '↓', '→']],
    ends: [['home'], ['end']],
    corners: [
      ['mod', 'home'],
      ['mod', 'end'],
    ],
    pages: [['pageUp'], ['pageDown']],
    edit: [['F2'], ['enter']],
    cancel: [['esc']],
    copy: [['mod', 'C']],
    paste: [['mod', 'V']],
    fill: [['mod', 'D']],
    undo: [['mod', 'Z']],
    save: [['mod', 'S']],
  },
  gantt: {
    move: [['←', '↑', '↓', '→']],
    ends: [['home'], ['end']],
    open: [['enter']],
    shift: [['shift', '←', '↑', '↓', '→']],
    resize: [['['], [']']],
    follow: [['U'], ['D']],
    undo: [['mod', 'Z']],
    zoom: [['+'], ['-']],
    fit: [['0']],
    names: [['←', '↑', '↓', '→']],
    leave: [['esc']],
  },
} as const satisfies Record<string, Record<string, readonly (readonly string[])[]>>

/** `heading` is the heading level below the title of the list. */
export function ShortcutList({ heading: Heading }: { readonly heading: 'h2' | 'h3' }) {
  const { t } = useTranslation('shell')
  return Object.entries(groups).map(([group, keys]) => (
    <section key={group}>
      <Heading>{t(`shortcuts.${group}.title`)}</Heading>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {Object.entries(keys).map(([name, combinations]: [string, readonly (readonly string[])[]]) => (
            <Table.Tr key={name}>
              <Table.Td w="55%">{t(`shortcuts.${group}.${name}`)}</Table.Td>
              <Table.Td>
                {combinations.map((combination) => (
                  <span key={combination.join('+')} className={styles.combination}>
                    {combination.map((key) => (
                      <Kbd key={key} me={4}>
                        {keyName(key)}
                      </Kbd>
                    ))}
                  </span>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  ))
}
