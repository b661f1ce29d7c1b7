/** Kinds of events: of the event stream, and in the log of a proposal. */

/** Kinds of events of the stream and of webhooks. */
export const eventKinds = ['changeset', 'task', 'plan', 'proposal'] as const
export type EventKind = (typeof eventKinds)[number]

/** Kinds of events of a proposal. */
export const proposalEventKinds = [
  'created',
  'submitted',
  'approved',
  'rejected',
  'withdrawn',
  'resolved',
  'conflicting',
  'applied',
  'applied_partly',
  'commented',
] as const
export type ProposalEventKind = (typeof proposalEventKinds)[number]
