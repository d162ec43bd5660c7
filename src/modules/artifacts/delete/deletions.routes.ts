import { Type } from 'typebox'
import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { MinimalUser, route, type User, type Viewer } from '../../users/index.ts'
import { DELETION_WINDOW_HOURS } from './delete-artifact.ts'
import type { getOwnDeletions, listDeletions } from './list-deletions.ts'

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
        { description: 'Deletions of an account.' },
      ),
      { description: 'Accounts that deleted any, most first.' },
    ),
  },
  { description: 'Artifacts deleted lately.' },
)

const OwnDeletions = Type.Object(
  {
    limit: count('How many artifacts an account may delete in 24 hours; 0: nobody deletes.'),
    used: count('How many the caller has deleted.'),
    remaining: count('How many the caller may still delete.'),
    next_free_at: Nullable(IsoDate('When the caller may delete again.'), {
      description: 'Null: the caller may now, or nobody may.',
    }),
    trash_days: count('Days for which a deleted artifact can be restored; 0: a deletion is for good.'),
  },
  { description: 'Deletions of the caller in the last 24 hours.' },
)

export interface DeletionsOperations {
  readonly getOwnDeletions: ReturnType<typeof getOwnDeletions>
  readonly listDeletions: ReturnType<typeof listDeletions>
  representUser(user: User | undefined, viewer: Viewer): MinimalUser
  isoDate(at: Date): string
}

export const deletionsRoutes = (deletions: DeletionsOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/users/self/deletions',
    access: 'protected',
    isWholeAccount: true,
    scope: 'read:tracker',
    operationId: 'getOwnDeletions',
    summary: 'How many artifacts the caller may still delete',
    description: 'Within 24 hours.',
    spec: 'integrators.md §15 (A13)',
    tag: 'Users',
    responses: { 200: OwnDeletions },
    errors: [401, 403],
    handler: async ({ viewer }) => {
      const { limit, used, remaining, nextFreeAt, trashDays } = await deletions.getOwnDeletions(viewer)
      return ok({
        limit,
        used,
        remaining,
        next_free_at: nextFreeAt ? deletions.isoDate(nextFreeAt) : null,
        trash_days: trashDays,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/site/deletions',
    access: 'protected',
    operationId: 'listDeletions',
    summary: 'List the accounts that deleted artifacts lately, and how far each has used up the cap',
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
