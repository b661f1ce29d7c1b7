/** Every error the service can answer with: its code and HTTP status. The words stand in `messages/`. */
export const errorCatalogue = {
  // Request
  bad_request: 400,
  malformed_json: 400,
  malformed_body: 400,
  invalid_parameter: 400,
  unknown_parameter: 400,
  invalid_record: 400,
  key_mismatch: 400,
  delete_all_refused: 400,
  not_authenticated: 401,
  permission_denied: 403,
  csrf_failed: 403,
  not_found: 404,
  unknown_format: 404,
  unknown_scenario: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  already_exists: 409,
  conflict: 409,
  scenario_busy: 409,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  // Service
  internal_error: 500,
  database_unavailable: 503,
  overloaded: 503,
  statement_timeout: 503,
  shutting_down: 503,
  canceled: 499,
  // Start-up and commands
  invalid_settings: 500,
  unusable_database: 500,
  command_failed: 500,
  usage: 400,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorCatalogue
