/** The first names of files, and the number of the others. */
import { useTranslation } from 'react-i18next'

/** Maximum number of listed names. */
const most = 10

export function ListedNames({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('files')
  return (
    <>
      <ul>
        {names.slice(0, most).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {names.length > most ? <p>{t('delete.more', { count: names.length - most })}</p> : null}
    </>
  )
}
