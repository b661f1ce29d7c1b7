/**
 * Lists the records that use a calendar and are affected by its changes, with a button to give one of them its own
 * calendar.
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CalendarUse } from '../../platform/api/calendars.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import type { CalendarReference } from '../../platform/calendar/new-entries.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import { metaIndexQuery } from '../../platform/meta/meta-index.ts'
import { recordHref } from '../../platform/record-href.ts'
import styles from './calendars.module.css'

interface SharedByProps {
  readonly uses: readonly CalendarUse[]
  /** Creates a copy for one of them; undefined without the required rights, or if only one uses the calendar. */
  readonly onOwn: ((reference: CalendarReference) => void) | undefined
}

export function SharedBy({ uses, onOwn }: SharedByProps) {
  const { t, i18n } = useTranslation('calendars')
  const formats = useFormats()
  const scenario = useScenario()
  const { data: metas = [] } = useQuery(metaIndexQuery(scenario.name, i18n.language))
  const count = uses.reduce((sum, use) => sum + use.count, 0)
  return (
    <section className={styles.panel} aria-labelledby="calendar-uses">
      <h2 id="calendar-uses">{t('uses.title', { count })}</h2>
      {count === 0 ? <p className={styles.soft}>{t('uses.none')}</p> : null}
      {count > 1 ? <p className={styles.soft}>{t('uses.about')}</p> : null}
      {uses.map(({ entity, field, keys, count: all }) => {
        const meta = metas.find((one) => one.entity === entity)
        return (
          <div key={`${entity} ${field}`}>
            <h3>{heading(meta?.label_plural ?? entity, i18n.language)}</h3>
            <ul className={styles.uses}>
              {keys.map((key) => (
                <li key={key}>
                  <ScreenLink to={recordHref(scenario.name, entity, key)}>{key}</ScreenLink>
                  {onOwn === undefined ||
                  !scenario.may(`input.change_${entity.split('.')[1] ?? ''}`) ? null : (
                    <Button
                      size="compact-xs"
                      mih={24}
                      variant="default"
                      aria-label={t('uses.onlyFor', { name: key })}
                      onClick={() => onOwn({ entity, field, key })}
                    >
                      {t('uses.only')}
                    </Button>
                  )}
                </li>
              ))}
              {all > keys.length ? (
                <li>{t('uses.more', { count: formats.number(all - keys.length) })}</li>
              ) : null}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
