/** Says how many of all rows are shown, if not all are. */
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'

interface ShownOfProps {
  readonly shown: number
  readonly total: number
}

export function ShownOf({ shown, total }: ShownOfProps) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  if (total <= shown) return null
  return <p>{t('shownOf', { shown: formats.number(shown), all: formats.number(total) })}</p>
}
