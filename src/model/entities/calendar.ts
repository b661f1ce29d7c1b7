import { category, description, lastModified, nameKey, number, source, subcategory } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const calendar = defineEntity({
  name: 'input.calendar',
  label: 'calendar',
  labelPlural: 'calendars',
  about: 'Time-varying number: working hours, safety stock, capacity, efficiency.',
  rowsMidSize: 300,
  fields: [
    source(),
    lastModified(),
    nameKey(),
    description(),
    category(),
    subcategory(),
    number('defaultvalue', {
      label: 'default value',
      nullable: true,
      default: 0,
      help: 'Value returned when no entry applies.',
    }),
  ],
})
