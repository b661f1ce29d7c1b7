/** The kind of a constraint, and its object as a link. */
import { useChoiceWords } from '../platform/meta/use-choice-words.ts'
import { ScreenLink } from '../ui/screen-link.tsx'

interface CauseProps {
  /** Name of the constraint, as in `output.constraint`. */
  readonly code: string
  /** Name of the limiting object; empty if there is none. */
  readonly owner: string
  /** Address of the object; undefined if the user may not view it, or if it has no screen. */
  readonly href: string | undefined
}

export function Cause({ code, owner, href }: CauseProps) {
  const wordOf = useChoiceWords('output.constraint', 'name')
  return (
    <>
      <strong>{wordOf(code)}</strong>
      {owner === '' ? null : ': '}
      {href === undefined ? owner : <ScreenLink to={href}>{owner}</ScreenLink>}
    </>
  )
}
