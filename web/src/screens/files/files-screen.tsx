/** The folders of a scenario: files to import, exported files, and rejected rows. */
import { Button, Group, Tabs } from '@mantine/core'
import { IconDownload, IconFileExport, IconFileImport, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { deleteFile, downloadPath, filesKey, filesQuery, type FolderName } from '../../platform/api/files.ts'
import { launchTask, type TaskArguments, tasksQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { useOpenRun } from '../../ui/use-open-run.ts'
import { confirmDeletion } from './confirm-deletion.tsx'
import { FilePreview } from './file-preview.tsx'
import { FileTable } from './file-table.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { Uploader } from './uploader.tsx'
import { type Uploads, useUploads } from './use-uploads.ts'
import styles from './files.module.css'

/** Names of the selected files. */
type Chosen = ReadonlySet<string>
const none: Chosen = new Set()

const names: readonly FolderName[] = ['import', 'export', 'errors']

export function FilesScreen() {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const navigate = useNavigate()
  const { folder = 'import' }: { folder?: FolderName } = useSearch({ strict: false })
  const [selection, setSelection] = useState<{ readonly folder: FolderName; readonly files: Chosen }>()
  // Uploads go on while another folder is shown.
  const uploads = useUploads()
  // Another folder has other files.
  const chosen = selection?.folder === folder ? selection.files : none
  return (
    <>
      <PageHeader
        title={t('title')}
        crumbs={[{ label: t('execute:title'), to: `/app/${encodeURIComponent(scenario.name)}/execute` }]}
        help="how-to/files"
        actions={<RunButton folder={folder} chosen={chosen} />}
      />
      {scenario.may('execute.manage_files') ? (
        <div className={styles.page}>
          <Tabs
            value={folder}
            onChange={(chosen) => {
              void navigate({
                to: '/app/$scenario/execute/files',
                params: { scenario: scenario.name },
                search: chosen === 'export' || chosen === 'errors' ? { folder: chosen } : {},
              })
            }}
          >
            <Tabs.List>
              {names.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {t(`folder.${name}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
          <Folder
            key={folder}
            folder={folder}
            uploads={uploads}
            chosen={chosen}
            setChosen={(files) => setSelection({ folder, files })}
          />
        </div>
      ) : (
        <NoRight />
      )}
    </>
  )
}

/** Imports the files of the folder, or the selected ones, after a confirmation, or exports to the folder. */
function RunButton({ folder, chosen }: { readonly folder: FolderName; readonly chosen: Chosen }) {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const openRun = useOpenRun()
  const task = folder === 'import' ? 'importfromfolder' : folder === 'export' ? 'exporttofolder' : undefined
  const { data: tasks = [] } = useQuery(tasksQuery(scenario.name))
  const { data: content } = useQuery({
    ...filesQuery(scenario.name, 'import'),
    enabled: folder === 'import' && chosen.size > 0,
  })
  // Names of files that have vanished stay selected.
  const files = folder === 'import' ? (content?.files ?? []) : []
  const present = new Set(files.flatMap(({ name }) => (chosen.has(name) ? [name] : [])))
  /** The selected files when the import was asked for. */
  const [asked, setAsked] = useState<Chosen>()
  const { mutate, isPending } = useMutation({
    mutationFn: (args: TaskArguments) => launchTask(scenario.name, task ?? '', args),
    onSuccess: openRun,
    onError: (error) => toastError(error, t('notStarted')),
  })
  if (task === undefined || !tasks.some(({ name }) => name === task)) return null
  const Sign = folder === 'import' ? IconFileImport : IconFileExport
  const act = (): void => (folder === 'import' ? setAsked(present) : mutate({}))
  return (
    <>
      <Button loading={isPending} leftSection={<Sign size={16} />} onClick={act}>
        {present.size > 0 ? t('run.chosen', { count: present.size }) : t(`run.${folder}`)}
      </Button>
      {asked === undefined ? null : (
        <ImportDialog busy={isPending} chosen={asked} onClose={() => setAsked(undefined)} onImport={mutate} />
      )}
    </>
  )
}

interface FolderProps {
  readonly folder: FolderName
  readonly uploads: Uploads
  readonly chosen: Chosen
  readonly setChosen: (chosen: Chosen) => void
}

function Folder({ folder, uploads, chosen, setChosen }: FolderProps) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const scenario = useScenario()
  const client = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery(filesQuery(scenario.name, folder))
  const { look: shown }: { look?: string } = useSearch({ strict: false })
  const look = (name?: string): void => {
    void navigate({
      to: '/app/$scenario/execute/files',
      params: { scenario: scenario.name },
      search: { ...(folder === 'import' ? {} : { folder }), ...(name === undefined ? {} : { look: name }) },
    })
  }
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: filesKey(scenario.name, folder) })
  const remove = async (given: readonly string[]): Promise<void> => {
    try {
      for (const name of given) await deleteFile(scenario.name, folder, name)
      toastDone({ message: t('deleted', { count: given.length }) })
    } finally {
      setChosen(none)
      await changed()
    }
  }
  return (
    <QueryView query={query}>
      {({ files, free }) => {
        const all = files.map(({ name }) => name)
        const targets = all.filter((name) => chosen.has(name))
        return (
          <>
            {folder === 'import' ? <Uploader {...uploads} /> : null}
            <Group justify="space-between" className={styles.tools}>
              <span className={styles.soft}>
                {t('count', { count: files.length })}
                {free === undefined ? '' : ` · ${t('free', { size: formats.bytes(free) })}`}
              </span>
              <Group gap="xs">
                {files.length === 0 ? null : (
                  <Button
                    variant="default"
                    size="xs"
                    component="a"
                    href={addressOfPath(downloadPath(scenario.name, folder))}
                    leftSection={<IconDownload size={14} />}
                  >
                    {t('downloadAll')}
                  </Button>
                )}
                {targets.length === 0 ? null : (
                  <Button
                    variant="default"
                    size="xs"
                    leftSection={<IconTrash size={14} />}
                    onClick={() => confirmDeletion(targets, t, () => remove(targets))}
                  >
                    {t('deleteChosen', { count: targets.length })}
                  </Button>
                )}
              </Group>
            </Group>
            <FileTable
              folder={folder}
              files={files}
              chosen={chosen}
              onChosen={setChosen}
              onLook={look}
              onDelete={(name) => confirmDeletion([name], t, () => remove([name]))}
            />
            {shown === undefined ? null : <FilePreview folder={folder} name={shown} onClose={() => look()} />}
          </>
        )
      }}
    </QueryView>
  )
}
