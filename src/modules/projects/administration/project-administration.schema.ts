import { Type, type Static } from 'typebox'
import { paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { Choice, Nullable, TextOrEmpty } from '../../../platform/http/schemas/schema.ts'
import { MinimalUser } from '../../users/index.ts'
import type { ProjectAccess } from '../model/project.ts'

export const MAX_MEMBERS = 100

export const MembersQuery = Type.Object(
  {
    query: Type.Optional(Type.String({ description: 'Words; each is part of the login or of the name.' })),
    ...paginationQuery({ default: 50, max: MAX_MEMBERS }),
  },
  { description: 'Which members, and which page of them.' },
)

export const Members = Type.Array(
  Type.Object(
    {
      ...MinimalUser.properties,
      is_administrator: Type.Boolean({ description: 'Whether the member administers the project.' }),
      user_groups: Nullable(
        Type.Array(
          Type.Object(
            {
              id: Type.String({ description: 'Id of the user group.' }),
              label: Type.String({ description: 'Name of the user group.' }),
            },
            { description: 'A user group.' },
          ),
          { description: 'The groups of the project with this member, by id.' },
        ),
        { description: 'Null: the caller does not administer the project.' },
      ),
    },
    { description: 'A member of a project.' },
  ),
  { description: 'Administrators first, then by login.' },
)

export const OwnRights = Type.Object(
  {
    is_member: Type.Boolean({ description: 'Whether the caller is a member.' }),
    is_administrator: Type.Boolean({
      description: 'Whether the caller may administer the project: as its administrator, or as one of the platform.',
    }),
    administers_repositories: Type.Boolean({
      description:
        'Whether the caller may administer its Subversion repositories, as those do who were given only that, too.',
    }),
    can_change_status: Type.Boolean({ description: 'Whether the caller may suspend it and make it active again.' }),
  },
  { description: 'Rights of the caller in a project.' },
)
export type OwnRights = Static<typeof OwnRights>

export const visibilities = [
  'public',
  'unrestricted',
  'private',
  'private-wo-restr',
] as const satisfies readonly ProjectAccess[]

const label = Type.String({ description: 'Name, 3 to 40 characters.' })
const description = TextOrEmpty('Description.')
const access = Choice(visibilities, { description: 'Visibility.' })
const isMembershipSynchronized = Type.Boolean({
  description: 'Whether whoever gets into a user group becomes a member; in private projects that is always so.',
})

export const ProjectDetailsRepresentation = Type.Object(
  {
    label,
    description,
    access,
    access_choices: Type.Array(access, { description: 'Visibilities that it can be given.' }),
    is_membership_synchronized: isMembershipSynchronized,
  },
  { description: 'Details of a project, which its administrators write.' },
)

export type ProjectDetailsRepresentation = Static<typeof ProjectDetailsRepresentation>

export const ProjectDetailsBody = Type.Object(
  {
    label: Type.Optional(label),
    description: Type.Optional(description),
    access: Type.Optional(access),
    is_membership_synchronized: Type.Optional(isMembershipSynchronized),
  },
  { description: 'Members to change; those that are left out stay as they are.' },
)

export const groupMemberParams = Type.Object(
  {
    id: Type.String({ description: '`<id>` or `<project>_<id>`.' }),
    user_id: Type.Integer({ description: 'Id of the account.' }),
  },
  { description: 'Parameters of the path.' },
)
