/** Selects entities and downloads them as one workbook. */
import { Alert, Button, Checkbox, Group } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readBody, send } from '../../platform/api/client.ts'
import { entitiesQuery } from '../../platform/api/entities.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { saveAs } from './save-as.ts'
import styles from './files.module.css'

export function ExportWorkbook() {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const scenario = useScenario()
  const query = useQuery(entitiesQuery(scenario.name))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [anonymous, setAnonymous] = useState(false)
  const [template, setTemplate] = useState(false)
  const { mutate: make, isPending: making } = useMutation({
    mutationFn: async () => {
      const query = {
        entities: chosen.map(({ entity }) => entity).join(','),
        anonymous: anonymous ? 1 : 0,
        template: template ? 1 : 0,
      }
      const response = await send(withQuery(scenario.path('/execute/exportworkbook/'), query), {
        method: 'POST',
      })
      saveAs(await readBody(() => response.blob()), `${scenario.name}.xlsx`)
    },
    onSuccess: () => toastDone({ message: t('spreadsheet.made') }),
    onError: (failure) => toastError(failure, t('spreadsheet.notMade')),
  })
  const offered = (query.data ?? []).filter(({ workbook, permissions }) => workbook && permissions.view)
  const chosen = offered.filter(({ entity }) => !left.has(entity))
  const groups = [...Map.groupBy(offered, ({ group }) => group)]
  const set = (names: readonly string[], on: boolean): void => {
    const next = new Set(left)
    for (const name of names) {
      if (on) next.delete(name)
      else next.add(name)
    }
    setLeft(next)
  }
  return (
    <QueryView query={query} inline>
      {() => (
        <section className={styles.panel}>
          <h2>{t('spreadsheet.export')}</h2>
          <p className={styles.soft}>{t('spreadsheet.exportHint')}</p>
          <div className={styles.tree}>
            {groups.map(([group, members]) => {
              const names = members.map(({ entity }) => entity)
              const on = names.filter((name) => !left.has(name)).length
              return (
                <fieldset key={group}>
                  <legend>
                    <Checkbox
                      label={t(`group.${group}`, group)}
                      checked={on === names.length}
                      indeterminate={on > 0 && on < names.length}
                      onChange={({ currentTarget }) => set(names, currentTarget.checked)}
                    />
                  </legend>
                  {members.map(({ entity, label_plural: label, count }) => (
                    <Checkbox
                      key={entity}
                      size="xs"
                      label={`${label}${count === undefined ? '' : ` (${formats.number(count)})`}`}
                      checked={!left.has(entity)}
                      onChange={({ currentTarget }) => set([entity], currentTarget.checked)}
                    />
                  ))}
                </fieldset>
              )
            })}
          </div>
          <Checkbox
            label={t('spreadsheet.anonymous')}
            checked={anonymous}
            onChange={({ currentTarget }) => setAnonymous(currentTarget.checked)}
          />
          {anonymous ? <Alert color="yellow">{t('spreadsheet.anonymousHint')}</Alert> : null}
          <Checkbox
            label={t('spreadsheet.template')}
            checked={template}
            onChange={({ currentTarget }) => setTemplate(currentTarget.checked)}
          />
          <Group justify="space-between">
            <span className={styles.soft}>{t('spreadsheet.sheets', { count: chosen.length })}</span>
            <Button
              loading={making}
              disabled={chosen.length === 0}
              leftSection={<IconFileSpreadsheet size={16} />}
              onClick={() => make()}
            >
              {t('spreadsheet.download')}
            </Button>
          </Group>
        </section>
      )}
    </QueryView>
  )
}
