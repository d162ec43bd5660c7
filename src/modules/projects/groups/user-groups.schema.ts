import { Type, type Static } from 'typebox'
import { EmptyArrayOrObject, Uri } from '../../../platform/http/schemas/schema.ts'
import { MinimalProject } from '../model/projects.schema.ts'

const minimal = {
  id: Type.String({ description: '`"<id>"`, or `"<project>_<id>"` for groups that each project has.' }),
  uri: Uri('Resource of the group.'),
  label: Type.String({ description: 'Name as people read it.' }),
  users_uri: Uri('Its members.'),
  short_name: Type.String({ description: 'Short name.' }),
  key: Type.String({ description: 'Key of the name; of a static group the name itself.' }),
}

/** projects.md §6 */
export const MinimalUserGroup = Type.Object(minimal, { description: 'A user group.' })

const additional = {
  additional_information: EmptyArrayOrObject(
    Type.Null({ description: 'The directory group it is bound to.' }),
    '`{"ldap": null}` for groups that could be bound to a directory group.',
  ),
}

export const ListedUserGroup = Type.Object({ ...minimal, ...additional }, { description: 'A user group of a project.' })

export const UserGroup = Type.Object(
  { ...minimal, ...additional, project: Type.Optional(MinimalProject) },
  { description: 'A user group, with its project unless it belongs to the platform.' },
)
export type UserGroup = Static<typeof UserGroup>

export const userGroupParams = Type.Object(
  { id: Type.String({ description: '`<id>` or `<project>_<id>`.' }) },
  { description: 'Parameters of the path.' },
)

export const NewUserGroupBody = Type.Object(
  {
    project_id: Type.Integer({ description: 'Project of the group.' }),
    short_name: Type.String({ description: 'Name: letters without accents, digits, underscores and hyphens.' }),
    description: Type.Optional(Type.String({ description: 'Description.' })),
  },
  { description: 'A static user group to create.' },
)

export const UserGroupPatch = Type.Object(
  {
    short_name: Type.Optional(
      Type.String({ description: 'New name: letters without accents, digits, underscores and hyphens.' }),
    ),
    description: Type.Optional(Type.String({ description: 'New description.' })),
  },
  { description: 'Members to change; those that are left out stay as they are.' },
)

export const UserReferences = Type.Array(
  Type.Unknown({ description: 'A user, named by exactly one of `id`, `username`, `email` and `ldap_id`.' }),
  { description: 'Accounts to be in the group; all references of the same kind.' },
)

export const MembershipQuery = Type.Object(
  {
    scope: Type.Optional(Type.Enum(['project'], { description: '`project`: only what belongs to projects.' })),
    format: Type.Optional(
      Type.Enum(['id', 'full'], { description: 'With `scope=project`: ids of the groups, or the groups themselves.' }),
    ),
  },
  { description: 'Part and form of the answer.' },
)

export const MembershipRepresentation = Type.Array(
  Type.Union([Type.String({ description: 'A membership, or the id of a user group.' }), UserGroup], {
    description: 'One membership.',
  }),
  { description: 'Memberships of the account.' },
)

export const UsersMemberships = Type.Array(
  Type.Object(
    {
      username: Type.String({ description: 'Login name.' }),
      user_groups: Type.Array(Type.String(), { description: 'Memberships of the account.' }),
    },
    { description: 'An account and what it belongs to.' },
  ),
  { description: 'Accounts, by login.' },
)
