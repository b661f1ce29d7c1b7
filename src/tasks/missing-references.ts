/** Whether an import creates records that its rows refer to and that are missing: a choice of whoever starts it. */
import { Type } from 'typebox'
import type { Settings } from '../settings/settings.ts'

export const createMissingParameter = Type.Boolean({
  default: true,
  title: 'Create missing records',
  // People at a screen see what is missing first.
  'x-form-default': false,
  'x-hint':
    'Creates locations, customers, items and suppliers that rows name and that do not exist, with just their name. Otherwise such rows are rejected.',
  description:
    'Reject rows that refer to missing records, instead of creating those with just a name for the entities of CREATE_MISSING_REFERENCES.',
})

/** Entities of which an import may create records, as the argument says. */
export const createdWhenMissing = (
  { CREATE_MISSING_REFERENCES }: Pick<Settings, 'CREATE_MISSING_REFERENCES'>,
  wanted: boolean,
): readonly string[] => (wanted ? CREATE_MISSING_REFERENCES : [])
