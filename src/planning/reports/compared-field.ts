/** Fields of reports that show the figures of another scenario. */
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { fieldLabel, type Labels } from '../../model/labels/labels.ts'
import { fieldHelp, noteText } from '../../words/field-help.ts'

/** Begin of the names of these fields. */
export const comparedPrefix = 'compared_'

/** Returns the field with the value of another scenario: its name, label and help say so. */
export const comparedField = (report: Entity, field: Field, other: string, labels: Labels): Field => ({
  ...field,
  name: `${comparedPrefix}${field.name}`,
  column: `${comparedPrefix}${field.name}`,
  label: `${fieldLabel(report, field, labels)} (${other})`,
  help: noteText('compared', labels, { help: fieldHelp(field, labels), scenario: other }),
})
