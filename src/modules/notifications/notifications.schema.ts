import { Type } from 'typebox'
import { Choice } from '../../platform/http/schemas/schema.ts'
import { MinimalUserGroupSchema } from '../projects/index.ts'
import { MinimalUser } from '../users/index.ts'

const MAX_ENTRIES = 50
const MAX_RECIPIENTS = 200

const isForUpdates = Type.Boolean({ default: true, description: 'false: of new artifacts only.' })
const emails = Type.Array(Type.String({ description: 'An e-mail address.' }), {
  maxItems: MAX_RECIPIENTS,
  description: 'Addresses; one of no account is told what everybody may see.',
})

export const NotificationRecipients = Type.Array(
  Type.Object(
    {
      is_for_updates: isForUpdates,
      emails,
      users: Type.Array(MinimalUser, { description: 'Accounts.' }),
      user_groups: Type.Array(MinimalUserGroupSchema, { description: 'Groups of the project.' }),
    },
    { description: 'People who are told of every artifact of the tracker that they may see.' },
  ),
  { description: 'In their order.' },
)

export const NotificationRecipientsBody = Type.Array(
  Type.Object(
    {
      is_for_updates: isForUpdates,
      emails: Type.Optional(emails),
      user_ids: Type.Optional(
        Type.Array(Type.Integer({ description: 'Id of an account.' }), {
          maxItems: MAX_RECIPIENTS,
          description: 'Accounts.',
        }),
      ),
      user_group_ids: Type.Optional(
        Type.Array(Type.String({ description: 'Id of a user group.' }), {
          maxItems: MAX_RECIPIENTS,
          description: 'Groups of the project.',
        }),
      ),
    },
    { description: 'At least one recipient.' },
  ),
  { maxItems: MAX_ENTRIES, description: 'All of them: those that are left out are told nothing any more.' },
)

export const Subscription = Type.Object(
  {
    level: Choice(['all', 'involved', 'none'], {
      description: 'all: every change; involved: where the caller takes part (the default); none: nothing.',
    }),
  },
  { description: 'Mails that the caller gets.' },
)

export const ArtifactSubscription = Type.Object(
  {
    ...Subscription.properties,
    watchers: Type.Array(MinimalUser, {
      description: 'Accounts that are told of every change of the artifact by their own choice, at most 100.',
    }),
  },
  { description: 'Mails that the caller gets, and the accounts that watch the artifact.' },
)
