import { datetime, identity, lastModified, reference, source, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const bucketDetail = defineEntity({
  name: 'common.bucketdetail',
  label: 'bucket date',
  labelPlural: 'bucket dates',
  about: 'Individual time periods of a granularity.',
  key: 'id',
  naturalKey: ['bucket', 'startdate'],
  period: { start: 'startdate', end: 'enddate' },
  rowsMidSize: 10000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('bucket', 'common.bucket', 'cascade', { required: true, help: 'Bucket type.' }),
    text('name', { required: true, indexed: true, help: 'Bucket label.' }),
    datetime('startdate', { label: 'start date', required: true, help: 'Bucket start.' }),
    datetime('enddate', {
      label: 'end date',
      required: true,
      help: 'Bucket end; equals the start of the next one.',
    }),
  ],
})
