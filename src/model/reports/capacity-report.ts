/** Capacity and its use per resource and time bucket. */
import { number, reference } from '../define.ts'
import { bucketFields, defineReport } from './declare.ts'

export const capacityReport = defineReport({
  name: 'capacityreport',
  label: 'capacity report',
  about: 'Capacity and load per resource and time bucket.',
  basedOn: ['output.resourcesummary'],
  key: 'startdate',
  rowsMidSize: 50_000,
  fields: [
    reference('resource', 'input.resource', 'cascade', { help: 'Resource.' }),
    bucketFields,
    number('available', { help: 'Capacity available in the bucket.' }),
    number('unavailable', { help: 'Capacity lost to closed time.' }),
    number('setup', { help: 'Capacity spent on changeovers.' }),
    number('load', { help: 'Capacity used by orders.' }),
    number('load_confirmed', { label: 'confirmed load', help: 'Part of the load from confirmed work.' }),
    number('free', { help: 'Capacity left.' }),
    number('utilization', {
      label: 'utilization %',
      nullable: true,
      help: 'Load in percent of the capacity available; empty where there is none.',
    }),
  ],
})
