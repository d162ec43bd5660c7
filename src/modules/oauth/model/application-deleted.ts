import { FOREIGN_KEY_VIOLATION, sqlState } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'

/** Somebody deleted the application while something was made for it. */
export class ApplicationDeleted extends NotFound {
  constructor() {
    super('The application was deleted a moment ago: there is nothing to allow any more')
  }
}

/** For the `catch` of a statement that stores something of an application. */
export const refuseDeletedApplication = (error: unknown): never => {
  throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new ApplicationDeleted() : error
}
