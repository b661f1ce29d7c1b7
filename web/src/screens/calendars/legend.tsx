/** Legend of the calendar editor, with instructions for drawing. */
import { useTranslation } from 'react-i18next'
import styles from './calendars.module.css'

export function Legend({ edits, hours }: { readonly edits: boolean; readonly hours: boolean }) {
  const { t } = useTranslation('calendars')
  return (
    <div className={styles.legend}>
      <ul aria-label={t('legend.label')}>
        <li>
          <i className={styles.sample} data-look="open" aria-hidden="true" />
          {t(hours ? 'legend.open' : 'legend.value')}
        </li>
        <li>
          <i className={styles.sample} data-look="closed" aria-hidden="true" />
          {t(hours ? 'legend.closed' : 'legend.zero')}
        </li>
        <li>
          <i className={styles.sample} data-look="covered" aria-hidden="true" />
          {t('legend.covered')}
        </li>
        {edits ? (
          <li>
            <i className={styles.sample} data-look="staged" aria-hidden="true" />
            {t('legend.staged')}
          </li>
        ) : null}
      </ul>
      <p>{t(edits ? 'legend.draw' : 'legend.look')}</p>
    </div>
  )
}
