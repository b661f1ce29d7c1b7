import { boolean, choice, identity, lastModified, reference, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const comment = defineEntity({
  name: 'common.comment',
  label: 'comment',
  labelPlural: 'comments',
  about: 'Audit trail, user comments and attachments on any record.',
  key: 'id',
  imports: false,
  rowsMidSize: 2000000,
  fields: [
    identity(),
    choice('type', ['add', 'change', 'delete', 'comment', 'follower'], {
      default: 'comment',
      help: 'Audit event (add, change, delete), user comment or follower message.',
    }),
    text('content_type', {
      required: true,
      label: 'content type',
      help: 'Registered model the record points to (half of a generic foreign key).',
    }),
    text('object_repr', { nullable: true, label: 'object text', help: 'Display text of the target.' }),
    text('object_pk', {
      required: true,
      indexed: true,
      label: 'object id',
      help: 'Primary key of the target record, as text (other half of the generic key).',
    }),
    text('comment', { required: true, label: 'message', help: 'Message or change description.' }),
    text('attachment', { nullable: true, maxLength: 100, help: 'Uploaded file.' }),
    reference('user', 'common.user', 'setNull', { nullable: true, access: 'readonly', help: 'Author.' }),
    lastModified(),
    boolean('processed', { default: false, indexed: true, help: 'Whether notifications were generated.' }),
  ],
})
