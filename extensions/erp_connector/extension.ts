/** Sends released orders to an ERP, each once, and stores the receipts. Example of a connector. */
import { defineExtension } from 'planning-service/extension'
import { erpHandover } from './erp-handover.ts'
import { translations } from './translations.ts'

export const extension = defineExtension({
  name: 'erp',
  about: 'Hands released orders to an ERP, each once, and keeps what it answers.',
  tasks: [
    {
      name: 'erp_handover',
      group: 'ERP',
      title: 'Hand released orders to the ERP.',
      task: erpHandover,
    },
  ],
  menu: [{ group: 'Plan', label: 'Hand orders to the ERP', task: 'erp_handover' }],
  translations,
})
