/** Says that a tree is larger than what is shown: figures and chains are those of the part that was read. */
import { useTranslation } from 'react-i18next'
import styles from './trees.module.css'

interface CutNoticeProps {
  readonly rows: readonly { readonly more: boolean }[]
}

export function CutNotice({ rows }: CutNoticeProps) {
  const { t } = useTranslation('trees')
  const count = rows.filter(({ more }) => more).length
  return count === 0 ? null : <p className={styles.cut}>{t('cut', { count })}</p>
}

/** Mark of a row whose branch is cut off. */
export function MoreMark({ more }: { readonly more: boolean }) {
  const { t } = useTranslation('trees')
  return more ? <span className={styles.critical}>{t('more')}</span> : null
}
