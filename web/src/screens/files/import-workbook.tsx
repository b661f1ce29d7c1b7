/** Uploads a workbook and imports its sheets, or reports the effect in a dry run. */
import { Button, FileInput, Group, Switch } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readBody } from '../../platform/api/client.ts'
import { type Answer, request } from '../../platform/api/endpoints.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { useOpenRun } from '../../ui/use-open-run.ts'
import styles from './files.module.css'

export function ImportWorkbook() {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const openRun = useOpenRun()
  const [file, setFile] = useState<File | null>(null)
  const [dry, setDry] = useState(true)
  const [whole, setWhole] = useState(false)
  const [missing, setMissing] = useState(false)
  const [newer, setNewer] = useState(false)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (given: File) => {
      const form = new FormData()
      form.append('file', given, given.name)
      const query = {
        dryrun: dry ? 1 : 0,
        'all-or-nothing': whole ? 1 : 0,
        'create-missing': missing ? 1 : 0,
        'overwrite-newer': newer ? 1 : 0,
      }
      const input = { query, body: form }
      const response = await request('POST /execute/importworkbook/', input, { scenario: scenario.name })
      const { taskid }: Answer<'POST /execute/importworkbook/'> = await readBody(() => response.json())
      return taskid
    },
    onSuccess: openRun,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (file !== null) mutate(file)
  }
  return (
    <section className={styles.panel}>
      <h2>{t('spreadsheet.import')}</h2>
      <p className={styles.soft}>{t('spreadsheet.importHint')}</p>
      <form className={styles.stack} onSubmit={submit}>
        <FileInput
          label={t('spreadsheet.file')}
          placeholder={t('spreadsheet.choose')}
          accept=".xlsx"
          clearable
          value={file}
          onChange={setFile}
        />
        <Switch
          label={t('spreadsheet.dry')}
          description={t('spreadsheet.dryHint')}
          checked={dry}
          onChange={({ currentTarget }) => setDry(currentTarget.checked)}
        />
        <Switch
          label={t('spreadsheet.whole')}
          checked={whole}
          onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
        />
        <Switch
          label={t('missing.label')}
          description={t('missing.hint')}
          checked={missing}
          onChange={({ currentTarget }) => setMissing(currentTarget.checked)}
        />
        <Switch
          label={t('newer.label')}
          description={t('newer.hint')}
          checked={newer}
          onChange={({ currentTarget }) => setNewer(currentTarget.checked)}
        />
        <LeaveGuard dirty={file !== null && !isPending && !isSuccess} />
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button
            type="submit"
            disabled={file === null}
            loading={isPending}
            leftSection={<IconFileImport size={16} />}
          >
            {t(dry ? 'spreadsheet.check' : 'spreadsheet.importNow')}
          </Button>
        </Group>
      </form>
    </section>
  )
}
