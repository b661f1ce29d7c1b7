/** The error that tasks of modules throw. */
import type { ErrorCode } from '../errors/catalogue.ts'
import type { MessageParams } from '../errors/messages.ts'
import { type ErrorOptions, ServiceError as OwnError } from '../errors/service-error.ts'

/** The texts of a module are its own: it may pass them as they are. */
type ModuleError = new (code: ErrorCode, params?: MessageParams, options?: ErrorOptions) => OwnError

export const ServiceError: ModuleError = OwnError
export type ServiceError = OwnError
