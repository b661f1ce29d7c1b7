/** Menu that exports the displayed list as a file, an address or a command. */
import { Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconLink, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { copyText } from '../../ui/copy-text.ts'
import { announce } from '../../ui/live-region.tsx'
import { toastDone } from '../../ui/toasts.ts'
import type { ListQuery } from '../rows/row-source.ts'
import { ToolButton } from './tool-button.tsx'

export interface ExportMenuProps {
  readonly query: ListQuery
  readonly columns: readonly string[]
  readonly compact: boolean
  /** Reason why exports are disabled, if they are. */
  readonly shut?: string | undefined
}

/** Returns the address of the view in a format: its filter, its order and its displayed columns. */
export function addressOf(
  { url, params, ordering }: ListQuery,
  columns: readonly string[],
  format: string,
): string {
  const pairs: [string, string][] = [
    ['format', format],
    ...params.map(([name, value]): [string, string] => [name, value]),
    ...(ordering === '' ? [] : ([['ordering', ordering]] as [string, string][])),
    ['fields', columns.join(',')],
  ]
  return `${addressOfPath(url)}?${new URLSearchParams(pairs).toString()}`
}

export function ExportMenu({ query, columns, compact, shut }: ExportMenuProps) {
  const { t } = useTranslation('grid')
  const copy = async (text: string): Promise<void> => {
    if (!(await copyText(text))) return
    toastDone({ message: t('common:copied') })
    announce(t('common:copied'))
  }
  const address = (format: string): string => new URL(addressOf(query, columns, format), location.href).href
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <ToolButton
          compact={compact}
          disabled={shut !== undefined}
          title={shut}
          icon={<IconDownload size={15} stroke={1.7} />}
          label={t('export.label')}
          more={<IconChevronDown size={13} />}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('export.view')}</Menu.Label>
        {(['xlsx', 'csv', 'json'] as const).map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={addressOf(query, columns, format)}
            download
            leftSection={<IconDownload size={15} />}
          >
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLink size={15} />} onClick={() => void copy(address('json'))}>
          {t('export.address')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTerminal2 size={15} />}
          onClick={() => void copy(`curl -u 'USER:PASSWORD' '${address('json').replaceAll("'", '%27')}'`)}
        >
          {t('export.curl')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
