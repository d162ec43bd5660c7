import { FOREIGN_KEY_VIOLATION, sqlState } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'

/** Another user deleted the application while a request stored something for it. */
export class ApplicationDeleted extends NotFound {
  constructor() {
    super('The application was deleted a moment ago: there is nothing to allow any more')
  }
}

/** For the `catch` of a statement that stores data of an application. */
export const refuseDeletedApplication = (error: unknown): never => {
  throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new ApplicationDeleted() : error
}
