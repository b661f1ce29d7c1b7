/** First steps in an empty scenario. */
import { Button, Group } from '@mantine/core'
import { IconDatabaseImport, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'

export function GettingStarted() {
  const { t } = useTranslation('home')
  const scenario = useScenario()
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  return (
    <EmptyState
      title={t('start.title')}
      actions={
        <Group gap="xs">
          {scenario.may('execute.run_loaddata') ? (
            <Button
              component={ScreenLink}
              to={`${base}?task=loaddata`}
              leftSection={<IconDatabaseImport size={16} />}
            >
              {t('start.demo')}
            </Button>
          ) : null}
          {scenario.may('execute.run_importworkbook') ? (
            <Button
              variant="default"
              component={ScreenLink}
              to={`${base}/spreadsheet`}
              leftSection={<IconFileSpreadsheet size={16} />}
            >
              {t('start.workbook')}
            </Button>
          ) : null}
          {scenario.may('execute.manage_files') ? (
            <Button
              variant="default"
              component={ScreenLink}
              to={`${base}/files`}
              leftSection={<IconUpload size={16} />}
            >
              {t('start.files')}
            </Button>
          ) : null}
        </Group>
      }
    >
      {t('start.hint')}
    </EmptyState>
  )
}
