import { Type } from 'typebox'
import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { MinimalUser, route, type User, type Viewer } from '../../users/index.ts'
import { DELETION_WINDOW_HOURS } from './delete-artifact.ts'
import type { listDeletions } from './list-deletions.ts'

const count = (description: string) => Type.Integer({ description })

const DeletionsResponse = Type.Object(
  {
    limit: count('How many artifacts an account may delete; 0: nobody deletes.'),
    window_hours: count('In how many hours.'),
    total: count('How many were deleted in these hours.'),
    accounts: Type.Array(
      Type.Object(
        {
          user: MinimalUser,
          deletions: count('How many it deleted.'),
          remaining: count('How many it may still delete.'),
          oldest_on: IsoDate('When it deleted the first of them.'),
          next_free_on: Nullable(IsoDate('When it may delete again.'), {
            description: 'Null: it may now, or nobody may.',
          }),
        },
        { description: 'What an account deleted.' },
      ),
      { description: 'Who deleted any, most first.' },
    ),
  },
  { description: 'Artifacts deleted lately.' },
)

export interface DeletionsOperations {
  readonly listDeletions: ReturnType<typeof listDeletions>
  representUser(user: User | undefined, viewer: Viewer): MinimalUser
  isoDate(at: Date): string
}

export const deletionsRoutes = (deletions: DeletionsOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/site/deletions',
    access: 'protected',
    operationId: 'listDeletions',
    summary: 'Who deleted how many artifacts lately, and how far the cap is used up',
    description: 'For site administrators.',
    spec: 'artifacts.md §7',
    tag: 'Administration of the platform',
    responses: { 200: DeletionsResponse },
    errors: [401, 403],
    handler: async ({ viewer }) => {
      const { limit, total, accounts } = await deletions.listDeletions(viewer)
      return ok({
        limit,
        window_hours: DELETION_WINDOW_HOURS,
        total,
        accounts: accounts.map(account => ({
          user: deletions.representUser(account.user, viewer),
          deletions: account.deletions,
          remaining: account.remaining,
          oldest_on: deletions.isoDate(account.oldestOn),
          next_free_on: account.nextFreeOn ? deletions.isoDate(account.nextFreeOn) : null,
        })),
      })
    },
  }),
]
