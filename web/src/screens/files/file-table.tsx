/** Files of a folder, in the order in which an import takes them. */
import { ActionIcon, Checkbox, Table, Tooltip } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { downloadPath, type FolderFile, type FolderName } from '../../api/files.ts'
import { useFormats } from '../../app/use-formats.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import styles from './files.module.css'

interface FileTableProps {
  readonly folder: FolderName
  readonly files: readonly FolderFile[]
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (chosen: ReadonlySet<string>) => void
  readonly onDelete: (name: string) => void
}

export function FileTable({ folder, files, chosen, onChosen, onDelete }: FileTableProps) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const scenario = useScenario()
  if (files.length === 0)
    return <EmptyState title={t(`empty.${folder}`)}>{t(`emptyHint.${folder}`)}</EmptyState>
  const all = files.every(({ name }) => chosen.has(name))
  const toggle = (name: string): void => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    onChosen(next)
  }
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Checkbox
                aria-label={t('chooseAll')}
                checked={all}
                indeterminate={!all && chosen.size > 0}
                onChange={() => onChosen(all ? new Set() : new Set(files.map(({ name }) => name)))}
              />
            </Table.Th>
            <Table.Th>{t('column.name')}</Table.Th>
            {folder === 'export' ? null : <Table.Th>{t('column.entity')}</Table.Th>}
            <Table.Th className={styles.right}>{t('column.size')}</Table.Th>
            <Table.Th>{t('column.modified')}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map(({ name, size, modified, entity }) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Checkbox
                  aria-label={t('choose', { name })}
                  checked={chosen.has(name)}
                  onChange={() => toggle(name)}
                />
              </Table.Td>
              <Table.Td>
                <a href={downloadPath(scenario.name, folder, name)}>{name}</a>
              </Table.Td>
              {folder === 'export' ? null : (
                <Table.Td>{entity ?? <span className={styles.warn}>{t('noEntity')}</span>}</Table.Td>
              )}
              <Table.Td className={styles.right}>{formats.bytes(size)}</Table.Td>
              <Table.Td>{formats.dateTime(modified)}</Table.Td>
              <Table.Td className={styles.right}>
                <Tooltip label={t('download', { name })}>
                  <ActionIcon
                    component="a"
                    variant="subtle"
                    href={downloadPath(scenario.name, folder, name)}
                    aria-label={t('download', { name })}
                  >
                    <IconDownload size={16} />
                  </ActionIcon>
                </Tooltip>
                <Tooltip label={t('deleteOne', { name })}>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('deleteOne', { name })}
                    onClick={() => onDelete(name)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Tooltip>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
