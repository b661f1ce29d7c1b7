/** Toolbar of a list. Actions that the user has no permission for are not offered. */
import { ActionIcon, Button, Group, Menu, TextInput, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconColumns3,
  IconFileImport,
  IconForms,
  IconPalette,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useTypedText } from '../../ui/use-typed.ts'
import type { GridModel } from '../grid-model.ts'
import { useImportAddress } from '../use-import-address.ts'
import type { ListQuery } from '../rows/row-source.ts'
import type { OpenGridState } from '../use-grid-state.ts'
import { GroupPicker } from '../groups/group-picker.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from './parts.module.css'
import { ToolButton } from './tool-button.tsx'
import { ViewsMenu } from './views-menu.tsx'

export interface ToolbarProps {
  readonly model: GridModel
  readonly state: OpenGridState
  /** The list that is shown. */
  readonly query: ListQuery
  readonly compact: boolean
  readonly mayShare: boolean
  /** Whether the grid is within a record; views and import are then not offered. */
  readonly embedded: boolean
  /** Reason why actions on rows are disabled, if they are. */
  readonly shut: string | undefined
  readonly onAdd: () => void
  readonly onColumns: () => void
  readonly onRules: () => void
  readonly onBulk: () => void
}

export function Toolbar({
  model,
  state,
  query,
  compact,
  mayShare,
  embedded,
  shut,
  onAdd,
  onColumns,
  onRules,
  onBulk,
}: ToolbarProps) {
  const { t } = useTranslation('grid')
  const { formats, meta, scenario } = model.settings
  const { permissions, readonly } = meta
  const route = `/app/${encodeURIComponent(scenario)}${meta.route}`
  const mayAdd = permissions.add && !readonly
  const importAddress = useImportAddress(scenario, meta)
  return (
    <div className={styles.toolbar} role="group" aria-label={t('toolbar.label')}>
      {mayAdd ? (
        <Group gap={0} wrap="nowrap">
          <Button
            leftSection={<IconPlus size={15} stroke={1.8} />}
            onClick={onAdd}
            disabled={shut !== undefined}
            title={shut}
            style={{ borderStartEndRadius: 0, borderEndEndRadius: 0 }}
          >
            {t('toolbar.add')}
          </Button>
          <Menu position="bottom-start">
            <Menu.Target>
              <Button
                px={6}
                aria-label={t('toolbar.addMore')}
                style={{
                  borderStartStartRadius: 0,
                  borderEndStartRadius: 0,
                  borderInlineStart: '1px solid color-mix(in srgb, currentColor 35%, transparent)',
                }}
              >
                <IconChevronDown size={14} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconForms size={15} />} component={ScreenLink} to={`${route}/new`}>
                {t('toolbar.form')}
              </Menu.Item>
              {meta.imports ? (
                <Menu.Item
                  leftSection={<IconFileImport size={15} />}
                  component={ScreenLink}
                  to={importAddress}
                >
                  {t('toolbar.import')}
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        </Group>
      ) : null}
      {permissions.change && !readonly && !embedded ? (
        <ToolButton
          compact={compact}
          icon={<IconPencil size={15} stroke={1.7} />}
          label={t('toolbar.bulk')}
          onClick={onBulk}
          disabled={shut !== undefined}
          title={shut}
        />
      ) : null}
      <QuickFilter state={state} />
      <span className={styles.grow} />
      {embedded ? null : (
        <ViewsMenu scenario={scenario} entity={meta.entity} state={state} mayShare={mayShare} />
      )}
      {embedded ? null : (
        <>
          <GroupPicker meta={meta} group={state.group} compact={compact} onGroup={state.setGroup} />
          <ToolButton
            compact
            icon={<IconPalette size={15} stroke={1.7} />}
            label={t('rules.label')}
            count={state.rules.length === 0 ? undefined : formats.numbers.format(state.rules.length)}
            variant={state.rules.length === 0 ? 'default' : 'light'}
            onClick={onRules}
          />
        </>
      )}
      <ToolButton
        compact
        icon={<IconColumns3 size={15} stroke={1.7} />}
        label={t('columns.title')}
        onClick={onColumns}
      />
      {/* With the names of the groups there is no space for it; the menu of the first button has it as well. */}
      {meta.imports && mayAdd && !compact && !embedded && state.group === '' ? (
        <Button
          variant="default"
          leftSection={<IconFileImport size={15} stroke={1.7} />}
          component={ScreenLink}
          to={importAddress}
        >
          {t('toolbar.import')}
        </Button>
      ) : null}
      <ExportMenu query={query} columns={state.columns} compact={compact} shut={shut} />
      <Tooltip label={t('toolbar.refresh')}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('toolbar.refresh')}
          onClick={() => model.reload()}
        >
          <IconRefresh size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

function QuickFilter({ state }: Pick<ToolbarProps, 'state'>) {
  const { t } = useTranslation('grid')
  const text = useTypedText(state.search, state.setSearch)
  return (
    <TextInput
      className={styles.search ?? ''}
      aria-label={t('toolbar.search')}
      placeholder={t('toolbar.search')}
      leftSection={<IconSearch size={14} stroke={1.7} />}
      rightSection={
        text.value === '' ? null : (
          <ActionIcon size={24} aria-label={t('toolbar.clearSearch')} onClick={() => text.put('')}>
            <IconX size={13} />
          </ActionIcon>
        )
      }
      value={text.value}
      onChange={(event) => text.type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') text.put(text.value)
      }}
    />
  )
}
