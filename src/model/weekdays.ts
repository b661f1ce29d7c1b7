/** The days of the week in the order of the fields of calendars and schedules: Sunday first. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
