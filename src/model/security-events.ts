/** Events of the account log. */

export const securityEvents = [
  'sign_in',
  'sign_in_failed',
  'password_changed',
  'totp_added',
  'totp_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'factors_reset',
  'user_added',
  'user_removed',
  'rights_granted',
  'rights_revoked',
  'group_rights_granted',
  'group_rights_revoked',
] as const
export type SecurityEventName = (typeof securityEvents)[number]
