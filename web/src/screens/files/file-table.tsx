/** Files of a folder; files to import in the sequence of the import, new ones before imported ones. */
import { ActionIcon, Checkbox, Table, Tooltip } from '@mantine/core'
import { IconDownload, IconEye, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { downloadPath, type FolderFile, type FolderName } from '../../platform/api/files.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { runHref } from '../../platform/run-href.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useEntityLabels } from './entity-labels.ts'
import styles from './files.module.css'

interface FileTableProps {
  readonly folder: FolderName
  readonly files: readonly FolderFile[]
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (chosen: ReadonlySet<string>) => void
  readonly onLook: (name: string) => void
  readonly onDelete: (name: string) => void
}

/** Sorts files in the sequence of the import; ignored files are last. */
export const inOrder = (files: readonly FolderFile[]): readonly FolderFile[] =>
  files.toSorted((one, other) => (one.place ?? files.length + 1) - (other.place ?? files.length + 1))

/** Returns whether the file was imported and has not changed since. */
export const isImported = ({ imported }: FolderFile): boolean =>
  imported?.changed === false && imported.rejected === 0

export function FileTable({ folder, files, chosen, onChosen, onLook, onDelete }: FileTableProps) {
  const { t } = useTranslation('files')
  if (files.length === 0)
    return <EmptyState title={t(`empty.${folder}`)}>{t(`emptyHint.${folder}`)}</EmptyState>
  const ordered = inOrder(files)
  const groups = [
    { title: t('imported.newFiles'), members: ordered.filter((file) => !isImported(file)) },
    { title: t('imported.oldFiles'), members: ordered.filter(isImported) },
  ].filter(({ members }) => members.length > 0)
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
            {folder === 'import' ? <Table.Th className={styles.right}>{t('column.place')}</Table.Th> : null}
            <Table.Th>{t('column.name')}</Table.Th>
            {folder === 'export' ? null : <Table.Th>{t('column.entity')}</Table.Th>}
            <Table.Th className={styles.right}>{t('column.size')}</Table.Th>
            <Table.Th>{t('column.modified')}</Table.Th>
            {folder === 'import' ? <Table.Th>{t('column.imported')}</Table.Th> : null}
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        {groups.map(({ title, members }) => (
          <Table.Tbody key={title}>
            {groups.length === 1 ? null : (
              <Table.Tr>
                <Table.Th colSpan={7} scope="rowgroup" className={styles.group}>
                  {title}
                </Table.Th>
              </Table.Tr>
            )}
            {members.map((file) => (
              <FileRow
                key={file.name}
                folder={folder}
                file={file}
                chosen={chosen.has(file.name)}
                onToggle={() => toggle(file.name)}
                onLook={() => onLook(file.name)}
                onDelete={() => onDelete(file.name)}
              />
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </Table.ScrollContainer>
  )
}

/** The last import of a file, with a link to its run, and whether the file has changed since. */
function LastImport({ file: { imported, place } }: { readonly file: FolderFile }) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const scenario = useScenario()
  if (imported === null) return place === null ? null : t('imported.new')
  const text = t(imported.changed ? 'imported.changed' : 'imported.same', { at: formats.moment(imported.at) })
  return (
    <>
      {imported.task === null ? (
        text
      ) : (
        <ScreenLink to={runHref(scenario.name, imported.task)}>{text}</ScreenLink>
      )}
      {imported.rejected === 0 ? null : (
        <span className={styles.warn}> · {t('imported.rejected', { count: imported.rejected })}</span>
      )}
    </>
  )
}

interface FileRowProps {
  readonly folder: FolderName
  readonly file: FolderFile
  readonly chosen: boolean
  readonly onToggle: () => void
  readonly onLook: () => void
  readonly onDelete: () => void
}

function FileRow({ folder, file, chosen, onToggle, onLook, onDelete }: FileRowProps) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const scenario = useScenario()
  const labels = useEntityLabels()
  const { name, size, modified, entity, place } = file
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox aria-label={t('choose', { name })} checked={chosen} onChange={onToggle} />
      </Table.Td>
      {folder === 'import' ? <Table.Td className={styles.right}>{place ?? '–'}</Table.Td> : null}
      <Table.Td>
        <button type="button" className={styles.name} onClick={onLook}>
          {name}
        </button>
      </Table.Td>
      {folder === 'export' ? null : (
        <Table.Td>
          {entity === null ? (
            <span className={styles.warn}>{t('noEntity')}</span>
          ) : (
            <>
              {labels.get(entity) ?? entity}
              {folder === 'import' && place === null ? (
                <span className={styles.warn}> · {t('leftOut')}</span>
              ) : null}
            </>
          )}
        </Table.Td>
      )}
      <Table.Td className={styles.right}>{formats.bytes(size)}</Table.Td>
      <Table.Td>{formats.moment(modified)}</Table.Td>
      {folder === 'import' ? (
        <Table.Td>
          <LastImport file={file} />
        </Table.Td>
      ) : null}
      <Table.Td className={styles.right}>
        <Tooltip label={t('look', { name })}>
          <ActionIcon variant="subtle" aria-label={t('look', { name })} onClick={onLook}>
            <IconEye size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('download', { name })}>
          <ActionIcon
            component="a"
            variant="subtle"
            href={addressOfPath(downloadPath(scenario.name, folder, name))}
            aria-label={t('download', { name })}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('deleteOne', { name })}>
          <ActionIcon variant="subtle" aria-label={t('deleteOne', { name })} onClick={onDelete}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </Table.Td>
    </Table.Tr>
  )
}
